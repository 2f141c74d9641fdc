//! What a statement writes: which columns of which table get which values.

use super::QueryCx;
use crate::catalog::Entry;
use crate::name::{Ident, Name};
use crate::schema::Table;
use crate::syntax::query::ast::{
    Assignment, Body, Expr, Insert, InsertRows, Merge, MergeAction, Query, SelectItem, Source, SourceKind, Statement,
    Update,
};
use crate::syntax::query::walk::joined;

/// One column of a row that comes or changes.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    /// Where the column is named.
    pub at: usize,
    /// The column.
    pub column: &'a Ident,
    /// Its value; several rows of VALUES are several. Empty where it cannot be told.
    pub value: Option<&'a Expr>,
}

/// The columns that one statement, or one branch of a MERGE, writes.
pub struct Write<'a> {
    /// Where it starts.
    pub at: usize,
    /// The table.
    pub table: Name,
    /// What is known of the table.
    pub entry: &'a Entry<Table>,
    /// Whether rows come; they change otherwise.
    pub inserts: bool,
    /// The columns. In an INSERT of several rows each column comes once a row.
    pub columns: Vec<Written<'a>>,
    /// The sources whose columns the values may name.
    pub from: &'a [Source],
    /// For an UPDATE: the statement.
    pub update: Option<&'a Update>,
}

impl<'a> Write<'a> {
    /// What is written into a column; the first row's.
    #[must_use]
    pub fn of(&self, column: &Ident) -> Option<Written<'a>> {
        self.columns.iter().find(|written| written.column == column).copied()
    }
}

impl<'a> QueryCx<'a> {
    /// What the statement writes into tables of the catalog.
    #[must_use]
    pub fn writes(&self) -> Vec<Write<'a>> {
        match &self.query.statement {
            Statement::Insert(insert) => self.insert(insert).into_iter().collect(),
            Statement::Update(update) => self.update(update).into_iter().collect(),
            Statement::Merge(merge) => self.merge(merge),
            Statement::Query(_) | Statement::Delete(_) => Vec::new(),
        }
    }

    fn insert(&self, insert: &'a Insert) -> Option<Write<'a>> {
        let (table, entry) = self.table(&insert.target)?;
        let names: Vec<(usize, &Ident)> = if insert.columns.is_empty() {
            let written =
                entry.definition.columns.iter().filter(|column| {
                    column.identity.is_none() && column.computed.is_none() && column.generated.is_none()
                });
            written.map(|column| (insert.at, &column.name)).collect()
        } else {
            insert.columns.iter().map(|(at, name)| (*at, name)).collect()
        };
        let rows: Vec<Vec<Option<&Expr>>> = match &insert.rows {
            InsertRows::Values(rows) => rows.iter().map(|row| row.iter().map(Some).collect()).collect(),
            InsertRows::Query(query) => vec![values(query)],
            InsertRows::DefaultValues => return None,
            InsertRows::Execute(_) => vec![Vec::new()],
        };
        let from = match &insert.rows {
            InsertRows::Query(query) => sources(query),
            _ => &[],
        };
        let columns = rows.iter().flat_map(|row| {
            let value = |index: usize| if row.len() == names.len() { row[index] } else { None };
            names.iter().enumerate().map(move |(index, (at, column))| Written { at: *at, column, value: value(index) })
        });
        let columns = columns.collect();
        Some(Write { at: insert.at, table, entry, inserts: true, columns, from, update: None })
    }

    fn update(&self, update: &'a Update) -> Option<Write<'a>> {
        let (table, entry) = self.target(&update.target, &update.from)?;
        let columns = assigned(&update.assignments);
        Some(Write { at: update.at, table, entry, inserts: false, columns, from: &update.from, update: Some(update) })
    }

    fn merge(&self, merge: &'a Merge) -> Vec<Write<'a>> {
        let Some((table, entry)) = self.table(&merge.target) else { return Vec::new() };
        let writes = merge.clauses.iter().filter_map(|clause| {
            let (inserts, columns) = match &clause.action {
                MergeAction::Update(assignments) => (false, assigned(assignments)),
                MergeAction::Insert { columns, values } => (true, paired(columns, values.as_deref()?)),
                MergeAction::Delete => return None,
            };
            let from = std::slice::from_ref(&merge.source);
            Some(Write { at: clause.at, table: table.clone(), entry, inserts, columns, from, update: None })
        });
        writes.collect()
    }

    /// The table that an UPDATE or DELETE changes: the one that its FROM knows by this name, or the one of
    /// this name.
    #[must_use]
    pub fn target(&self, parts: &'a [Ident], from: &'a [Source]) -> Option<(Name, &'a Entry<Table>)> {
        if let [alias] = parts
            && let Some(source) = joined(from).into_iter().find(|source| source.alias.as_ref() == Some(alias))
        {
            let SourceKind::Table(parts) = &source.kind else { return None };
            return self.table(parts);
        }
        self.table(parts)
    }
}

fn assigned(assignments: &[Assignment]) -> Vec<Written<'_>> {
    let written = assignments.iter().filter_map(|assignment| {
        let column = assignment.column.as_ref()?;
        let value = assignment.operator.is_none().then_some(&assignment.value);
        Some(Written { at: assignment.at, column, value })
    });
    written.collect()
}

fn paired<'a>(columns: &'a [(usize, Ident)], values: &'a [Expr]) -> Vec<Written<'a>> {
    let pairs = columns.iter().enumerate();
    pairs.map(|(index, (at, column))| Written { at: *at, column, value: values.get(index) }).collect()
}

/// The items of a query's SELECT; none where their number cannot be told.
fn values(query: &Query) -> Vec<Option<&Expr>> {
    let Body::Select(select) = &query.body else { return Vec::new() };
    let values = select.items.iter().map(|item| match item {
        SelectItem::Value { value, .. } => Some(Some(value)),
        _ => None,
    });
    values.collect::<Option<Vec<_>>>().unwrap_or_default()
}

fn sources(query: &Query) -> &[Source] {
    match &query.body {
        Body::Select(select) => &select.from,
        _ => &[],
    }
}
