//! Rows that a statement reads or changes: tables and columns that are not there (208, 207), and columns
//! that need a value and get none (515).

use super::missing::here;
use super::{Judge, Refusal, Situation, table};
use crate::catalog::{Catalog, Entry, Part, Presence};
use crate::name::{Ident, Name};
use crate::schema::{Column, DataType, Module, Table};
use crate::syntax::ast::ObjectName;
use crate::syntax::lexer::{Lexer, Token, identifier_text};
use crate::syntax::query::ast::{Assignment, MergeAction, Source, SourceKind, Statement};
use crate::syntax::query::{self, walk};
use crate::text::Span;

/// The tables and columns that a query or a change of rows names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    /// What it reads and changes, names unresolved.
    tables: Vec<Name>,
    /// What it changes.
    target: Option<Name>,
    /// The columns of the target that it writes.
    columns: Vec<Ident>,
    /// Whether it is an INSERT of at least one row, with a list of columns.
    is_row: bool,
}

/// What a query or a change of rows names; `None` where it cannot be read. Of an INSERT with VALUES only what
/// stands before the values is read.
#[must_use]
pub fn rows(text: &str) -> Option<Rows> {
    insert_of_values(text).or_else(|| query::statement(text, 0).ok().map(|statement| of_statement(&statement)))
}

/// Why the engine refuses a statement for the tables and columns that it names. Judged in the file itself,
/// and not in modules, whose statements are compiled when they are reached.
#[must_use]
pub fn refusals_of_rows(rows: &Rows, before: &Catalog, situation: &Situation<'_>) -> Vec<Refusal> {
    let mut judge = Judge::new(before, situation);
    for name in &rows.tables {
        let is_there = before.object_kind(name).is_some() || before.others.keys().any(|(_, other)| other == name);
        if !is_there {
            judge.add(table::NO_OBJECT.about(name, &[name]));
        }
    }
    if let Some(name) = rows.target.as_ref().map(|target| before.resolve(target))
        && let Some(entry) = before.tables.get(&name).filter(|entry| is_plain(entry))
    {
        columns(&mut judge, rows, &name, entry);
    }
    judge.refused()
}

/// Whether all columns of a table are known.
fn is_plain(entry: &Entry<Table>) -> bool {
    let table = &entry.definition;
    let is_certain = entry.presence == Presence::Certain && !entry.uncertain && !table.columns.is_empty();
    is_certain && table.opaque.is_empty() && table.graph.is_none()
}

fn columns(judge: &mut Judge, rows: &Rows, name: &Name, entry: &Entry<Table>) {
    let definition = &entry.definition;
    let unknown = rows.columns.iter().filter(|column| definition.column(column).is_none());
    for column in unknown.filter(|column| !column.as_str().starts_with('$')) {
        judge.add(table::NO_COLUMN_TO_WRITE.about(name, &[column, name]));
    }
    if !rows.is_row {
        return;
    }
    let is_left_out = |column: &&Column| needs_value(entry, column) && !rows.columns.contains(&column.name);
    if let Some(column) = definition.columns.iter().find(is_left_out)
        && !has_trigger_instead(judge.before, name)
    {
        judge.add(table::NO_VALUE.about(name, &[&column.name, name]));
    }
}

/// Whether a row has no value for a column that does not give it one.
fn needs_value(entry: &Entry<Table>, column: &Column) -> bool {
    let has_own = column.default.is_some()
        || column.identity.is_some()
        || column.computed.is_some()
        || column.generated.is_some()
        || column.column_set
        || !column.opaque.is_empty();
    let may_have_own = match &column.data_type {
        Some(DataType::System { name, .. }) => matches!(&**name, "timestamp" | "rowversion"),
        Some(DataType::Vector { .. } | DataType::Xml(_)) => false,
        // A default may be bound to an alias type.
        _ => true,
    };
    let is_certain = entry.presence_of(&Part::Column(column.name.clone())) == Presence::Certain;
    column.nullable == Some(false) && is_certain && !has_own && !may_have_own
}

/// Whether a trigger may fill rows in before they come.
fn has_trigger_instead(catalog: &Catalog, table: &Name) -> bool {
    let is_instead = |module: &Module| {
        let events = module.trigger_events.as_ref().map(|events| events.as_str().to_ascii_uppercase());
        module.trigger_on.as_ref() == Some(table) && events.is_some_and(|events| events.contains("INSTEAD"))
    };
    catalog.modules.values().any(|entry| is_instead(&entry.definition))
}

/// The name of a table or view in this database that may be looked up; `None` for variables, temporary
/// tables, what a trigger sees, and what belongs to the system or to another database.
fn table_name(parts: &[Ident]) -> Option<Name> {
    let object = parts.last()?;
    let is_own = object.as_str().starts_with('@') || object.is("inserted") || object.is("deleted");
    let is_system = object.as_str().get(..3).is_some_and(|start| start.eq_ignore_ascii_case("sys"));
    (!is_own && !is_system).then(|| here(&ObjectName { parts: parts.to_vec(), span: Span::default() }))?
}

fn of_statement(statement: &Statement) -> Rows {
    let parts = walk::parts(statement);
    let is_cte = |names: &[Ident]| matches!(names, [name] if parts.ctes.iter().any(|cte| &cte.name == name));
    let named = |names: &[Ident]| if is_cte(names) { None } else { table_name(names) };
    let mut tables: Vec<Name> = parts
        .sources
        .iter()
        .filter_map(|source| match &source.kind {
            SourceKind::Table(names) => named(names),
            SourceKind::VectorSearch(search) => named(&search.table),
            _ => None,
        })
        .collect();
    let (names, columns) = written(statement);
    let target = names.and_then(named);
    tables.extend(target.clone());
    Rows { tables, target, columns, is_row: false }
}

/// What a statement changes: the table and its columns.
fn written(statement: &Statement) -> (Option<&[Ident]>, Vec<Ident>) {
    match statement {
        Statement::Query(_) => (None, Vec::new()),
        Statement::Insert(insert) => {
            (Some(&insert.target), insert.columns.iter().map(|(_, name)| name.clone()).collect())
        }
        Statement::Update(update) => (exposed(&update.target, &update.from), assigned(&update.assignments)),
        Statement::Delete(delete) => (exposed(&delete.target, &delete.from), Vec::new()),
        Statement::Merge(merge) => {
            let columns = merge.clauses.iter().flat_map(|clause| match &clause.action {
                MergeAction::Update(assignments) => assigned(assignments),
                MergeAction::Insert { columns, .. } => columns.iter().map(|(_, name)| name.clone()).collect(),
                MergeAction::Delete => Vec::new(),
            });
            (Some(&merge.target), columns.collect())
        }
    }
}

/// The name that the target of an UPDATE or DELETE stands for: that of an item of its FROM, where one is
/// known by it; `None` where that item is no table.
fn exposed<'a>(target: &'a [Ident], from: &'a [Source]) -> Option<&'a [Ident]> {
    let [known_by] = target else { return Some(target) };
    let is_meant = |source: &&Source| match (&source.alias, &source.kind) {
        (Some(alias), _) => alias == known_by,
        (None, SourceKind::Table(names)) => names.last() == Some(known_by),
        _ => false,
    };
    match walk::joined(from).into_iter().find(is_meant).map(|source| &source.kind) {
        Some(SourceKind::Table(names)) => Some(names),
        Some(_) => None,
        None => Some(target),
    }
}

fn assigned(assignments: &[Assignment]) -> Vec<Ident> {
    assignments.iter().filter_map(|assignment| assignment.column.clone()).collect()
}

/// `INSERT [INTO] table (columns) VALUES …`, read up to the values.
fn insert_of_values(text: &str) -> Option<Rows> {
    let mut tokens = Lexer::new(text, Span::new(0, text.len())).tokens();
    let name = |token: Token| {
        let is_name = token.kind.is_written_name();
        is_name.then(|| Ident::new(identifier_text(token.text(text))))
    };
    tokens.next().filter(|token| token.is_word(text, "INSERT"))?;
    let mut token = tokens.next()?;
    if token.is_word(text, "INTO") {
        token = tokens.next()?;
    }
    let mut parts = vec![name(token)?];
    token = tokens.next()?;
    while token.is_symbol(text, ".") {
        parts.push(name(tokens.next()?)?);
        token = tokens.next()?;
    }
    token.is_symbol(text, "(").then_some(())?;
    let mut columns = Vec::new();
    while !token.is_symbol(text, ")") {
        columns.push(name(tokens.next()?)?);
        token = tokens.next()?;
        (token.is_symbol(text, ",") || token.is_symbol(text, ")")).then_some(())?;
    }
    tokens.next()?.is_word(text, "VALUES").then_some(())?;
    let target = table_name(&parts);
    Some(Rows { tables: target.iter().cloned().collect(), target, columns, is_row: true })
}
