//! INSERT.

use super::target::{Stored, Target};
use super::{Binder, Bound, Typed};
use crate::name::Ident;
use crate::sandbox::error::SqlError;
use crate::sandbox::query::physical;
use crate::sandbox::query::plan::{Action, Apply, Change};
use crate::syntax::query::ast::{Body, Expr, ExprKind, Insert, InsertRows, Query};

/// The engine takes so many rows in one VALUES.
const MOST_ROWS: usize = 1000;

impl Binder<'_> {
    pub(in crate::sandbox::query) fn insert(&mut self, insert: &Insert) -> Bound<Change> {
        let with = self.with(&insert.ctes, None)?;
        let target = self.target(&insert.target, insert.at)?;
        let columns = self.insert_columns(&target, &insert.columns, insert.at)?;
        let rows = self.insert_rows(insert, &target, &columns)?;
        let pending = self.pending(columns.len());
        let base = format!("(SELECT ifnull(max(_rowid_), 0) FROM {})", target.physical);
        let values: String = rows.values.iter().map(|value| format!(", {value}")).collect();
        let mut collect = format!(
            "{} {}SELECT 'INSERT', {base} + row_number() OVER (){values} FROM {}",
            pending.insert_head("INSERT", columns.len()),
            with.text,
            rows.from
        );
        collect.push_str(&self.top_limit(insert.top.as_ref())?);
        let given: Vec<Stored> =
            columns.iter().enumerate().map(|(at, name)| (name.clone(), format!("d.c{at}"))).collect();
        let apply = self.insert_apply(&target, &given, &pending.name, "", insert.at)?;
        let output = self.outputs(&insert.output, &target, &pending.name, &mut Vec::new(), 0)?;
        Ok(Change {
            target: target.name.clone(),
            physical: target.physical.clone(),
            pending: pending.name,
            prepare: pending.prepare,
            collect: self.sql(collect),
            apply: vec![apply],
            assign: None,
            output,
            finish: pending.finish,
        })
    }

    /// `INSERT INTO target … SELECT … FROM pending AS d`: whole rows, in the order in which they came.
    pub(super) fn insert_apply(
        &mut self,
        target: &Target,
        given: &[Stored],
        pending: &str,
        condition: &str,
        at: usize,
    ) -> Bound<Apply> {
        let row = self.whole_row(target, given, at)?;
        let names: String = row.iter().map(|(name, _)| format!(", {}", physical::column(name))).collect();
        let values: String = row.iter().map(|(_, value)| format!(", {value}")).collect();
        let text = format!(
            "INSERT INTO {} (_rowid_{names}) SELECT d.\"row\"{values} FROM {pending} AS d{condition} ORDER BY d.\"row\"",
            target.physical
        );
        let columns = row.into_iter().map(|(name, _)| name).collect();
        Ok(Apply { action: Action::Insert, columns, sql: self.sql(text) })
    }

    /// The columns that get a value: those of the list, or all that take one (Msg 207, 264, 544, 545, 8101).
    pub(super) fn insert_columns(
        &mut self,
        target: &Target,
        listed: &[(usize, Ident)],
        at: usize,
    ) -> Bound<Vec<Ident>> {
        let identity_insert = self.scope.environment.identity_insert().as_ref() == Some(&target.name);
        if listed.is_empty() {
            let takes = |column: &&crate::schema::Column| column.data_type.is_some() && column.identity.is_none();
            if identity_insert && target.table.columns.iter().any(|column| column.identity.is_some()) {
                let text = format!(
                    "An explicit value for the identity column in table '{}' can only be specified when a column list is used and IDENTITY_INSERT is ON.",
                    target.name.object.as_str()
                );
                return self.error(8101, text, at);
            }
            return Ok(target.table.columns.iter().filter(takes).map(|column| column.name.clone()).collect());
        }
        let mut columns: Vec<Ident> = Vec::with_capacity(listed.len());
        for (at, name) in listed {
            self.target_column(target, name, *at)?;
            if columns.contains(name) {
                return self.twice(name, *at);
            }
            columns.push(name.clone());
        }
        self.check_identity(target, &columns, identity_insert, at)?;
        Ok(columns)
    }

    /// Msg 264.
    pub(super) fn twice<T>(&self, name: &Ident, at: usize) -> Bound<T> {
        let text = format!(
            "The column name '{}' is specified more than once in the SET clause or column list of an INSERT. A column \
             cannot be assigned more than one value in the same clause. Modify the clause to make sure that a column is \
             updated only once. If this statement updates or inserts columns into a view, column aliasing can conceal the \
             duplication in your code.",
            name.as_str()
        );
        self.error(264, text, at)
    }

    fn check_identity(&self, target: &Target, columns: &[Ident], allowed: bool, at: usize) -> Bound<()> {
        let Some(identity) = target.table.columns.iter().find(|column| column.identity.is_some()) else {
            return Ok(());
        };
        let listed = columns.contains(&identity.name);
        let table = target.name.object.as_str();
        if listed && !allowed {
            let text = format!(
                "Cannot insert explicit value for identity column in table '{table}' when IDENTITY_INSERT is set to OFF."
            );
            return self.error(544, text, at);
        }
        if !listed && allowed {
            let text = format!(
                "Explicit value must be specified for identity column in table '{table}' either when IDENTITY_INSERT is set to ON or when a replication user is inserting into a NOT FOR REPLICATION identity column."
            );
            return self.error(545, text, at);
        }
        Ok(())
    }

    fn insert_rows(&mut self, insert: &Insert, target: &Target, columns: &[Ident]) -> Bound<InsertedRows> {
        match &insert.rows {
            InsertRows::DefaultValues if insert.columns.is_empty() => {
                let values = columns.iter().map(|name| {
                    let column = self.target_column(target, name, insert.at)?;
                    self.default_value(target, column, insert.at)
                });
                let values = values.collect::<Bound<Vec<_>>>()?;
                Ok(InsertedRows { values, from: "(SELECT 1)".to_owned() })
            }
            InsertRows::DefaultValues => self.error(156, "Incorrect syntax near the keyword 'DEFAULT'.", insert.at),
            InsertRows::Values(rows) => self.inserted_values(rows, insert, target, columns),
            InsertRows::Query(query) => self.inserted_query(query, insert, target, columns),
            InsertRows::Execute(at) => self.unknown("INSERT … EXEC inside another statement", *at),
        }
    }

    fn inserted_values(
        &mut self,
        rows: &[Vec<Expr>],
        insert: &Insert,
        target: &Target,
        columns: &[Ident],
    ) -> Bound<InsertedRows> {
        if rows.len() > MOST_ROWS {
            let text = "The number of row value expressions in the INSERT statement exceeds the maximum allowed number of 1000 row values.";
            return self.error(10738, text, insert.at);
        }
        let mut tuples = Vec::with_capacity(rows.len());
        for row in rows {
            self.check_count(columns.len(), row.len(), insert, (110, 109))?;
            tuples.push(format!("({})", self.value_row(row, target, columns)?.join(", ")));
        }
        let values = (1..=columns.len()).map(|at| format!("v.column{at}")).collect();
        Ok(InsertedRows { values, from: format!("(VALUES {}) AS v", tuples.join(", ")) })
    }

    /// One row of VALUES, each value as it is stored; DEFAULT is the column's.
    pub(super) fn value_row(&mut self, row: &[Expr], target: &Target, columns: &[Ident]) -> Bound<Vec<String>> {
        let mut texts = Vec::with_capacity(row.len());
        for (value, name) in row.iter().zip(columns) {
            let column = self.target_column(target, name, value.at)?;
            texts.push(if value.kind == ExprKind::Default {
                self.default_value(target, column, value.at)?
            } else {
                let bound = self.scalar(value)?;
                self.stored_value(target, column, bound, "INSERT", value.at)?
            });
        }
        Ok(texts)
    }

    fn inserted_query(
        &mut self,
        query: &Query,
        insert: &Insert,
        target: &Target,
        columns: &[Ident],
    ) -> Bound<InsertedRows> {
        let relation = self.query(query, false)?;
        self.check_count(columns.len(), relation.columns.len(), insert, (121, 120))?;
        let mut values = Vec::with_capacity(columns.len());
        for (at, (have, name)) in relation.columns.iter().zip(columns).enumerate() {
            let column = self.target_column(target, name, query.at)?;
            let value: Typed = have.value(format!("v.\"c{at}\""));
            values.push(self.stored_value(target, column, value, "INSERT", query.at)?);
        }
        // With a LIMIT, SQLite keeps the order of the rows, by which identities are given.
        let limited = matches!(&query.body, Body::Select(select) if select.top.is_some()) || query.offset.is_some();
        let keep_order = if query.order.is_empty() || limited { "" } else { " LIMIT -1" };
        Ok(InsertedRows { values, from: format!("({}{keep_order}) AS v", relation.sql) })
    }

    /// As many values as columns: Msg 213 without a list, else one number for more values and one for fewer.
    pub(super) fn check_count(&self, columns: usize, values: usize, insert: &Insert, numbers: (i32, i32)) -> Bound<()> {
        if columns == values {
            return Ok(());
        }
        if insert.columns.is_empty() {
            return self.error(
                213,
                "Column name or number of supplied values does not match table definition.",
                insert.at,
            );
        }
        let (number, word, source) = if values > columns {
            (
                numbers.0,
                "fewer",
                if numbers.0 == 110 { "values specified in the VALUES clause" } else { "items in the select list" },
            )
        } else {
            (
                numbers.1,
                "more",
                if numbers.1 == 109 { "values specified in the VALUES clause" } else { "items in the select list" },
            )
        };
        let (what, list) = if numbers.0 == 110 {
            ("columns in the INSERT statement", "VALUES clause")
        } else {
            ("items in the insert list", "SELECT list")
        };
        let text = format!(
            "There are {word} {what} than {source}. The number of values in the {list} must match the number of columns specified in the INSERT statement."
        );
        Err(self.fail(SqlError::new(number, text).class(15), insert.at))
    }
}

/// Rows on their way into a table.
struct InsertedRows {
    /// The value of each column, over `from`.
    values: Vec<String>,
    from: String,
}
