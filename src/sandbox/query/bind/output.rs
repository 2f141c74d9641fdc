//! OUTPUT: what a change tells of the rows that it changed.

use super::frame::{BoundSource, SourceColumn};
use super::select::Item;
use super::target::{Stored, Target};
use super::typed::Typed;
use super::{Binder, Bound};
use crate::name::Ident;
use crate::sandbox::query::physical;
use crate::sandbox::query::plan::{Output, PlanColumn};
use crate::sandbox::value::SqlType;
use crate::syntax::query::ast::{OutputClause, SelectItem};

/// A value that OUTPUT may name and that only the collecting query knows: it is kept in a column of the
/// pending changes when OUTPUT does name it.
pub(super) struct Captured {
    /// How `OUTPUT`'s bound text spells it until its column is known.
    pub token: String,
    /// Its text in the collecting query.
    pub sql: String,
    /// A column of the target before the change.
    pub old: bool,
}

impl Binder<'_> {
    /// The clauses of a statement. `captured` are values of the collecting query; those that are named are
    /// left in it, in the order of their columns, which start at `first`.
    pub(super) fn outputs(
        &mut self,
        clauses: &[OutputClause],
        target: &Target,
        pending: &str,
        sources: &mut Vec<BoundSource>,
        first: usize,
    ) -> Bound<Vec<Output>> {
        let mut captured = Vec::new();
        let outputs = self.outputs_over(clauses, target, pending, sources, &mut captured, first)?;
        debug_assert!(captured.is_empty(), "nothing to capture without sources");
        Ok(outputs)
    }

    pub(super) fn outputs_over(
        &mut self,
        clauses: &[OutputClause],
        target: &Target,
        pending: &str,
        sources: &mut Vec<BoundSource>,
        captured: &mut Vec<Captured>,
        first: usize,
    ) -> Bound<Vec<Output>> {
        if clauses.is_empty() {
            captured.clear();
            return Ok(Vec::new());
        }
        let inserted = self.table_columns(&target.table, "w", 0)?;
        let inserted = nullable(inserted);
        sources.insert(0, row_source("inserted", inserted));
        let mut outputs = Vec::with_capacity(clauses.len());
        let mut texts = Vec::new();
        for clause in clauses {
            let items = self.output_items(clause, sources)?;
            texts.extend(items.iter().map(|item| item.value.sql.clone()));
            outputs.push((clause, items));
        }
        captured.retain(|value| texts.iter().any(|text| text.contains(&value.token)));
        outputs
            .into_iter()
            .map(|(clause, items)| self.output(clause, items, target, pending, captured, first))
            .collect()
    }

    fn output_items(&mut self, clause: &OutputClause, sources: &[BoundSource]) -> Bound<Vec<Item>> {
        self.push_frame();
        self.frame().sources = sources.to_vec();
        self.frame().no_aggregate = Some("An aggregate may not appear in the OUTPUT clause.");
        let mut items = Vec::new();
        for item in &clause.items {
            let bound = self.output_item(item, &mut items);
            if bound.is_err() {
                self.pop_frame();
                bound?;
            }
        }
        self.pop_frame();
        Ok(items)
    }

    fn output_item(&mut self, item: &SelectItem, items: &mut Vec<Item>) -> Bound<()> {
        match item {
            SelectItem::Star { at, qualifier } => {
                let columns = self.star(qualifier, *at)?;
                items.extend(columns.into_iter().map(|(name, value)| Item { name: Some(name), value, at: *at }));
            }
            SelectItem::Value { value, name } => {
                let own = match &value.kind {
                    crate::syntax::query::ast::ExprKind::Column(parts) => parts.last().cloned(),
                    _ => None,
                };
                let bound = self.scalar(value)?;
                items.push(Item { name: name.clone().or(own), value: bound, at: value.at });
            }
            SelectItem::Assign { value, .. } => return self.error(102, "Incorrect syntax near '='.", value.at),
        }
        Ok(())
    }

    fn output(
        &mut self,
        clause: &OutputClause,
        mut items: Vec<Item>,
        target: &Target,
        pending: &str,
        captured: &[Captured],
        first: usize,
    ) -> Bound<Output> {
        for item in &mut items {
            for (at, value) in captured.iter().enumerate() {
                item.value.sql = item.value.sql.replace(&value.token, &format!("d.c{}", first + at));
            }
        }
        let from = format!(
            "FROM {pending} AS d LEFT JOIN {} AS w ON w._rowid_ = d.\"row\" ORDER BY d.\"row\"",
            target.physical
        );
        if let Some(into) = &clause.into {
            return self.output_into(into, items, &from);
        }
        let list: Vec<String> = items.iter().map(|item| item.value.sql.clone()).collect();
        let columns = items.iter().map(|item| PlanColumn {
            name: item.name.as_ref().map(|name| name.as_str().to_owned()).unwrap_or_default(),
            data_type: item.value.data_type,
            nullable: item.value.nullable,
        });
        let sql = self.sql(format!("SELECT {} {from}", list.join(", ")));
        Ok(Output::Rows { sql, columns: columns.collect() })
    }

    /// `OUTPUT … INTO table (columns)`: whole rows, as INSERT has it.
    fn output_into(
        &mut self,
        (at, table, listed): &(usize, Vec<Ident>, Vec<Ident>),
        items: Vec<Item>,
        from: &str,
    ) -> Bound<Output> {
        let into = self.target(table, *at)?;
        let listed: Vec<(usize, Ident)> = listed.iter().map(|name| (*at, name.clone())).collect();
        let columns = self.insert_columns(&into, &listed, *at)?;
        if columns.len() != items.len() {
            let text = "Column name or number of supplied values does not match table definition.";
            return self.error(213, text, *at);
        }
        let mut given: Vec<Stored> = Vec::with_capacity(items.len());
        for (name, item) in columns.into_iter().zip(items) {
            let column = self.target_column(&into, &name, item.at)?;
            let sql = self.stored_value(&into, column, item.value, "INSERT", item.at)?;
            given.push((name, sql));
        }
        let row = self.whole_row(&into, &given, *at)?;
        let names: Vec<String> = row.iter().map(|(name, _)| physical::column(name)).collect();
        let values: Vec<&str> = row.iter().map(|(_, value)| value.as_str()).collect();
        let text = format!("INSERT INTO {} ({}) SELECT {} {from}", into.physical, names.join(", "), values.join(", "));
        Ok(Output::Into { table: into.name, sql: self.sql(text) })
    }

    /// What OUTPUT sees beside `inserted`: `deleted`, `$action`, and the sources of the statement but its
    /// target; each value stands for its text in the collecting query.
    pub(super) fn capturable(
        &mut self,
        old: Option<Vec<SourceColumn>>,
        others: Vec<BoundSource>,
    ) -> (Vec<BoundSource>, Vec<Captured>) {
        let mut captured = Vec::new();
        let mut sources = Vec::new();
        if let Some(old) = old {
            sources.push(row_source("deleted", tokens(nullable(old), true, &mut captured)));
        }
        for mut other in others {
            other.columns = tokens(other.columns, false, &mut captured);
            sources.push(other);
        }
        (sources, captured)
    }
}

/// `$action` of MERGE.
pub(super) fn action_source() -> BoundSource {
    let action =
        SourceColumn::new(Ident::new("$action"), "d.\"action\"".to_owned(), SqlType::NVarChar(Some(10)), false);
    BoundSource { columns: vec![SourceColumn { hidden: true, ..action }], ..row_source("", Vec::new()) }
}

fn row_source(name: &str, columns: Vec<SourceColumn>) -> BoundSource {
    BoundSource { name: Ident::new(name), full: None, columns, base: None, row: None }
}

fn nullable(mut columns: Vec<SourceColumn>) -> Vec<SourceColumn> {
    for column in &mut columns {
        column.value.nullable = true;
    }
    columns
}

/// Private-use characters, so that no text of the statement can look like one.
fn tokens(columns: Vec<SourceColumn>, old: bool, captured: &mut Vec<Captured>) -> Vec<SourceColumn> {
    columns
        .into_iter()
        .map(|column| {
            let token = format!("\u{e000}{}\u{e001}", captured.len());
            captured.push(Captured { token: token.clone(), sql: column.value.sql.clone(), old });
            SourceColumn { value: Typed { sql: token, ..column.value.clone() }, ..column }
        })
        .collect()
}
