//! Columns: names that are taken, and what stands on a column that is to go.

use super::{Cause, Judge, table, vector_column};
use crate::catalog::{Entry, Part, Presence};
use crate::name::{Ident, Name};
use crate::schema::{Column, Constraint, ConstraintKind, DataType, Index, Policy, Predicate, Table};
use crate::syntax::ast::ObjectClass;

/// `ALTER TABLE … ADD column`.
pub(super) fn add(judge: &mut Judge, table: &Name, column: &Column) {
    vector_column::column(judge, table, column);
    judge.type_of(table, column);
    let Some(entry) = judge.before.tables.get(table) else { return };
    vector_column::in_memory(judge, table, &entry.definition, column);
    if entry.definition.column(&column.name).is_some() {
        let part = Part::Column(column.name.clone());
        let cause = Cause::new(format!("the column `{}` comes from here", column.name), entry.place_of(&part));
        let certain = entry.presence_of(&part) == Presence::Certain;
        judge.add(table::COLUMN_EXISTS.about(table, &[&column.name, table]).because(cause, certain));
    }
    if let Some(name) = column.default.as_ref().and_then(|default| default.name.as_ref()) {
        judge.constraint_name(table, name);
    }
}

/// `sp_rename 'table.column', 'to', 'COLUMN'`.
pub(super) fn rename(judge: &mut Judge, table: &Name, from: &Ident, to: &Ident) {
    let Some(entry) = judge.before.tables.get(table) else { return };
    if from != to && entry.definition.column(to).is_some() {
        let part = Part::Column(to.clone());
        let cause = Cause::new(format!("the column `{to}` comes from here"), entry.place_of(&part));
        let certain = entry.presence_of(&part) == Presence::Certain;
        judge.add(table::RENAME_TO_EXISTING.about(table, &[to, &"COLUMN"]).because(cause, certain));
    }
    for (_, name, part) in
        users(&entry.definition, from).into_iter().filter(|(_, name, _)| speaks_of(entry, *name, from))
    {
        let shown = name.map_or_else(|| "(unnamed)".to_owned(), ToString::to_string);
        let (cause, certain) = used_by(entry, "object", &shown, part.as_ref());
        judge.add(table::RENAME_IN_USE.about(table, &[from, &shown]).because(cause, certain));
    }
    for (user, cause, certain) in binders(judge, table, from) {
        judge.add(table::RENAME_IN_USE.about(table, &[from, &user]).because(cause, certain));
    }
}

/// Whether a constraint, index or computed column has the column in an expression: keys follow a
/// rename, texts do not.
fn speaks_of(entry: &Entry<Table>, name: Option<&Ident>, column: &Ident) -> bool {
    let Some(name) = name else { return false };
    let table = &entry.definition;
    let check =
        table.constraint(name).is_some_and(|constraint| matches!(constraint.kind, ConstraintKind::Check { .. }));
    let filter = table.index(name).and_then(|index| index.filter.as_ref());
    let computed = table.column(name).and_then(|column| column.computed.as_ref());
    check
        || filter.is_some_and(|filter| vector_column::mentions(filter.as_str(), column))
        || computed.is_some_and(|computed| vector_column::mentions(computed.expression.as_str(), column))
}

/// `ALTER TABLE … ALTER COLUMN` to another definition.
pub(super) fn alter(judge: &mut Judge, table: &Name, from: &Column, to: &Column) {
    under_vector_index(judge, table, &from.name);
    let certain = judge.before.tables.get(table).is_some_and(|entry| !entry.uncertain);
    vector_column::alter(judge, table, from, to, certain);
    bound(judge, table, &from.name);
    if from.data_type != to.data_type {
        vector_column::column(judge, table, to);
        in_use_by_type(judge, table, from, to);
    }
}

/// 5074 for what stands on a column whose type changes (Learn, ALTER TABLE, "The modified column can't
/// be"): text and bytes may grow, and a default minds another type only.
fn in_use_by_type(judge: &mut Judge, table: &Name, from: &Column, to: &Column) {
    if grows(from, to) {
        return;
    }
    let Some(entry) = judge.before.tables.get(table) else { return };
    let default = from.default.as_ref().and_then(|default| default.name.as_ref());
    let same_kind = type_name(from) == type_name(to);
    for (kind, name, part) in users(&entry.definition, &from.name) {
        let is_default = name.is_some() && name == default;
        if is_default && same_kind {
            continue;
        }
        let shown = name.map_or_else(|| "(unnamed)".to_owned(), ToString::to_string);
        let (cause, certain) = used_by(entry, kind, &shown, part.as_ref());
        judge.add(table::COLUMN_IN_USE.about(table, &[&kind, &shown, &from.name, table]).because(cause, certain));
    }
}

fn type_name(column: &Column) -> Option<&str> {
    match &column.data_type {
        Some(DataType::System { name, .. }) => Some(name),
        _ => None,
    }
}

/// Whether text or bytes of variable length stay of their type and become no shorter: then no index,
/// constraint or statistics are in the way (Learn, ALTER TABLE, "The modified column can't be").
#[must_use]
pub fn grows(from: &Column, to: &Column) -> bool {
    let length = |column: &Column| match &column.data_type {
        Some(DataType::System { name, args }) if name.contains("var") => match args.first() {
            Some(length) if length.eq_ignore_ascii_case("max") => Some(u32::MAX),
            Some(length) => length.parse().ok(),
            None => Some(1),
        },
        _ => None,
    };
    type_name(from) == type_name(to) && length(from).zip(length(to)).is_some_and(|(from, to)| to >= from)
}

/// Where what stands in the way comes from, and whether it is there for certain.
fn used_by(entry: &Entry<Table>, kind: &str, name: &str, part: Option<&Part>) -> (Cause, bool) {
    let place = part.and_then(|part| entry.place_of(part));
    let presence = part.map_or(entry.presence, |part| entry.presence_of(part));
    let cause = Cause::new(format!("the {kind} `{name}` comes from here"), place);
    (cause, presence == Presence::Certain && !entry.uncertain)
}

/// `ALTER TABLE … DROP COLUMN`: 5074 for everything that stands on it.
pub(super) fn drop(judge: &mut Judge, table: &Name, column: &Ident) {
    under_vector_index(judge, table, column);
    let Some(entry) = judge.before.tables.get(table) else { return };
    for (kind, name, part) in users(&entry.definition, column) {
        let shown = name.map_or_else(|| "(unnamed)".to_owned(), ToString::to_string);
        let (cause, certain) = used_by(entry, kind, &shown, part.as_ref());
        judge.add(table::COLUMN_IN_USE.about(table, &[&kind, &shown, column, table]).because(cause, certain));
    }
    bound(judge, table, column);
}

/// What of a table stands on one of its columns: its kind, its name and the part that it is.
fn users<'a>(definition: &'a Table, column: &Ident) -> Vec<(&'static str, Option<&'a Ident>, Option<Part>)> {
    let default = definition.column(column).and_then(|column| column.default.as_ref());
    let default = default.map(|default| ("object", default.name.as_ref(), default.name.clone().map(Part::Constraint)));
    let constraints = definition.constraints.iter().filter(|constraint| constraint_uses(constraint, column));
    let constraints =
        constraints.map(|found| ("object", found.name.as_ref(), found.name.clone().map(Part::Constraint)));
    let indexes = definition.indexes.iter().filter(|index| !index.is_vector() && index_uses(index, column));
    let indexes = indexes.map(|index| ("index", Some(&index.name), Some(Part::Index(index.name.clone()))));
    let computed = definition.columns.iter().filter(|other| {
        let expression = other.computed.as_ref().map(|computed| computed.expression.as_str());
        &other.name != column && expression.is_some_and(|text| vector_column::mentions(text, column))
    });
    let computed = computed.map(|other| ("column", Some(&other.name), Some(Part::Column(other.name.clone()))));
    default.into_iter().chain(constraints).chain(indexes).chain(computed).collect()
}

fn constraint_uses(constraint: &Constraint, column: &Ident) -> bool {
    match &constraint.kind {
        ConstraintKind::Key { columns, .. } => columns.iter().any(|key| &key.name == column),
        ConstraintKind::ForeignKey { columns, .. } => columns.contains(column),
        ConstraintKind::Check { condition, .. } => vector_column::mentions(condition.as_str(), column),
        ConstraintKind::Opaque(_) => false,
    }
}

fn index_uses(index: &Index, column: &Ident) -> bool {
    let in_filter = || index.filter.as_ref().is_some_and(|filter| vector_column::mentions(filter.as_str(), column));
    index.keys.iter().any(|key| &key.name == column) || index.included.contains(column) || in_filter()
}

/// 5074 for what is bound to a column.
fn bound(judge: &mut Judge, table: &Name, column: &Ident) {
    for (user, cause, certain) in binders(judge, table, column) {
        judge.add(table::COLUMN_IN_USE.about(table, &[&"object", &user, column, table]).because(cause, certain));
    }
}

/// What is bound to a column of a table: schema-bound policies that pass it to their function, and schema-bound
/// modules that read the table and name the column (Learn, row-level security; CREATE VIEW, SCHEMABINDING), each with
/// where it comes from and whether it is there for certain.
fn binders(judge: &Judge, table: &Name, column: &Ident) -> Vec<(Name, Cause, bool)> {
    let dependents = judge.before.dependents(table).into_iter().filter(|dependent| dependent.binds);
    let found = dependents.filter_map(|dependent| match dependent.class {
        ObjectClass::Table => None,
        ObjectClass::Policy => {
            let (cause, certain) = passes(judge.before.policies.get(&dependent.name)?, &dependent.name, table, column)?;
            Some((dependent.name, cause, certain))
        }
        _ => {
            let module = judge.before.modules.get(&dependent.name)?;
            let names = vector_column::mentions(module.definition.body.as_str(), column);
            let (cause, certain) = names.then(|| judge.dependent_cause(&dependent))?;
            Some((dependent.name, cause, certain))
        }
    });
    found.collect()
}

/// The predicate of a policy that passes a column of a table to its function.
fn passes(policy: &Entry<Policy>, name: &Name, table: &Name, column: &Ident) -> Option<(Cause, bool)> {
    let is_passed = |predicate: &Predicate| {
        predicate.arguments.iter().any(|argument| vector_column::mentions(argument.as_str(), column))
    };
    let (_, presence, place) = policy.predicates_on(table).find(|(predicate, ..)| is_passed(predicate))?;
    let cause = Cause::new(format!("the predicate of `{name}` comes from here"), place);
    Some((cause, presence == Presence::Certain))
}

/// 5074 for the vector indexes on a column.
fn under_vector_index(judge: &mut Judge, table: &Name, column: &Ident) {
    let Some(entry) = judge.before.tables.get(table) else { return };
    for cause in vector_indexes_on(entry, column) {
        let (index, cause, certain) = cause;
        let refusal = table::COLUMN_UNDER_VECTOR_INDEX.about(table, &[&index.name, column, table]);
        judge.found.push(refusal.because(cause, certain));
    }
}

fn vector_indexes_on<'a>(entry: &'a Entry<Table>, column: &'a Ident) -> impl Iterator<Item = (&'a Index, Cause, bool)> {
    let found = entry.vector_indexes().filter(move |(index, ..)| index.keys.iter().any(|key| &key.name == column));
    found.map(|(index, presence, place)| (index, Cause::index(index, place), presence == Presence::Certain))
}
