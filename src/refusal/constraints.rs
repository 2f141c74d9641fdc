//! Constraints and defaults: second keys, foreign keys that point nowhere, keys that are in use.

use super::{Cause, Judge, Refusal, keys, table, vector_column};
use crate::catalog::{Entry, Part, Presence};
use crate::name::{Ident, Name};
use crate::schema::{Column, Constraint, ConstraintKind, DataType, DefaultValue, Index, IndexKind, KeyColumn, Table};

/// `ALTER TABLE … ADD constraint`.
pub(super) fn add(judge: &mut Judge, table: &Name, constraint: &Constraint) {
    let Some(entry) = judge.before.tables.get(table) else { return };
    if let Some(name) = &constraint.name {
        judge.constraint_name(table, name);
    }
    if let ConstraintKind::Key { primary, clustered, hash: false, columns, .. } = &constraint.kind {
        second_key(judge, table, entry, *primary, *clustered);
        if *primary {
            nullable(judge, table, entry, columns);
        }
    }
    of_table(judge, table, &entry.definition, constraint, !entry.uncertain);
}

/// What holds for a constraint of a new table as well as for one that is added.
pub(super) fn of_table(judge: &mut Judge, table: &Name, definition: &Table, constraint: &Constraint, certain: bool) {
    match &constraint.kind {
        ConstraintKind::Key { columns, hash, .. } => {
            for key in columns.iter().filter(|key| definition.column(&key.name).is_none()) {
                judge.add(Refusal { certain, ..table::NO_COLUMN_FOR_INDEX.about(table, &[&key.name, table]) });
            }
            if !hash {
                keys::constraint(judge, table, definition, constraint, columns);
            }
        }
        ConstraintKind::ForeignKey { .. } => foreign_key(judge, table, definition, constraint, certain),
        ConstraintKind::Check { .. } | ConstraintKind::Opaque(_) => {}
    }
    vector_column::constraint(judge, table, definition, constraint);
}

/// 1779 and 1902.
fn second_key(judge: &mut Judge, table: &Name, entry: &Entry<Table>, primary: bool, clustered: Option<bool>) {
    let is_primary = |found: &&Constraint| matches!(found.kind, ConstraintKind::Key { primary: true, .. });
    if primary && let Some(first) = entry.definition.constraints.iter().find(is_primary) {
        let (cause, certain) = judge.constraint_cause(entry, first.name.as_ref());
        return judge.add(table::SECOND_PRIMARY_KEY.about(table, &[table]).because(cause, certain));
    }
    if clustered == Some(true) {
        second_clustered(judge, table, entry, None);
    }
}

/// 8110 and 8112, for a new table.
pub(super) fn second_of_new(judge: &mut Judge, table: &Name, definition: &Table) {
    let count =
        |is_meant: fn(&ConstraintKind) -> bool| definition.constraints.iter().filter(|one| is_meant(&one.kind)).count();
    if count(|kind| matches!(kind, ConstraintKind::Key { primary: true, .. })) > 1 {
        judge.add(table::TWO_PRIMARY_KEYS.about(table, &[table]));
    }
    let keys = count(|kind| matches!(kind, ConstraintKind::Key { clustered: Some(true), .. }));
    if keys + definition.indexes.iter().filter(|index| index.is_clustered()).count() > 1 {
        judge.add(table::TWO_CLUSTERED_INDEXES.about(table, &[table]));
    }
}

/// 1902, unless the clustered index is the one that is replaced.
pub(super) fn second_clustered(judge: &mut Judge, table: &Name, entry: &Entry<Table>, replaced: Option<&Ident>) {
    let Some(first) = entry.definition.clustered_index() else { return };
    if replaced.is_some() && first == replaced {
        return;
    }
    let (cause, certain) = judge.constraint_cause(entry, first);
    let shown = first.map_or_else(|| "(unnamed)".to_owned(), ToString::to_string);
    judge.add(table::SECOND_CLUSTERED_INDEX.about(table, &[table, &shown]).because(cause, certain));
}

/// 8111: a column that was made to allow NULL.
fn nullable(judge: &mut Judge, table: &Name, entry: &Entry<Table>, columns: &[KeyColumn]) {
    let definition = &entry.definition;
    let is_nullable = |column: &&Column| {
        let is_known = matches!(column.data_type, Some(DataType::System { .. } | DataType::User(_)));
        is_known && judge.before.is_nullable(definition, column)
    };
    let nullable = columns.iter().filter_map(|key| definition.column(&key.name)).filter(is_nullable);
    for column in nullable.collect::<Vec<_>>() {
        let part = Part::Column(column.name.clone());
        let cause = Cause::new(format!("the column `{}` comes from here", column.name), entry.place_of(&part));
        let certain = entry.presence_of(&part) == Presence::Certain && !entry.uncertain;
        judge.add(table::NULLABLE_PRIMARY_KEY.about(table, &[&column.name, table]).because(cause, certain));
    }
}

/// 1767, 1769, 1770 and 1776.
fn foreign_key(judge: &mut Judge, table: &Name, definition: &Table, constraint: &Constraint, certain: bool) {
    let ConstraintKind::ForeignKey { columns, references, referenced, .. } = &constraint.kind else { return };
    let name = constraint.name.clone().unwrap_or_else(|| Ident::new("(unnamed)"));
    for column in columns.iter().filter(|column| definition.column(column).is_none()) {
        judge.add(Refusal { certain, ..table::NO_REFERENCING_COLUMN.about(table, &[&name, column, table]) });
    }
    if columns.iter().any(|column| definition.is_vector(column)) {
        // Told as such: no key that it could refer to would help.
        return;
    }
    if references == table {
        return referenced_key(judge, table, &name, definition, referenced, certain);
    }
    match judge.before.tables.get(references) {
        None => judge.add(table::NO_REFERENCED_TABLE.about(references, &[&name, references])),
        Some(entry) => {
            let target = entry.definition.clone();
            let certain = certain && entry.presence == Presence::Certain && !entry.uncertain;
            referenced_key(judge, references, &name, &target, referenced, certain);
        }
    }
}

/// 1770 and 1776. An empty list is the primary key.
fn referenced_key(judge: &mut Judge, table: &Name, name: &Ident, target: &Table, columns: &[Ident], certain: bool) {
    let missing = columns.iter().find(|column| target.column(column).is_none());
    if let Some(column) = missing {
        judge.add(Refusal { certain, ..table::NO_REFERENCED_COLUMN.about(table, &[name, column, table]) });
    } else if target.opaque.is_empty() && !has_key(target, columns) {
        judge.add(Refusal { certain, ..table::NO_REFERENCED_KEY.about(table, &[table, name]) });
    }
}

/// Whether a key or unique index has exactly these columns; the order does not matter.
fn has_key(target: &Table, columns: &[Ident]) -> bool {
    let fits = |keys: &[KeyColumn]| keys.len() == columns.len() && keys.iter().all(|key| columns.contains(&key.name));
    let by_constraint = target.constraints.iter().any(|constraint| match &constraint.kind {
        ConstraintKind::Key { primary, columns: keys, .. } => (columns.is_empty() && *primary) || fits(keys),
        _ => false,
    });
    let is_unique =
        |index: &&Index| matches!(index.kind, IndexKind::Rowstore { unique: true, .. }) && index.filter.is_none();
    by_constraint || target.indexes.iter().filter(is_unique).any(|index| fits(&index.keys))
}

/// `ALTER TABLE … ADD DEFAULT`.
pub(super) fn add_default(judge: &mut Judge, table: &Name, column: &Ident, default: &DefaultValue) {
    let Some(entry) = judge.before.tables.get(table) else { return };
    if let Some(name) = &default.name {
        judge.constraint_name(table, name);
    }
    let Some(found) = entry.definition.column(column) else {
        let refusal = table::NO_COLUMN_FOR_DEFAULT.about(table, &[column, table]);
        return judge.add(Refusal { certain: !entry.uncertain, ..refusal });
    };
    if found.vector().is_some() {
        judge.add(table::VECTOR_DEFAULT.about(table, &[column, table]));
    }
    if let Some(first) = &found.default {
        let (cause, certain) = judge.constraint_cause(entry, first.name.as_ref());
        judge.add(table::SECOND_DEFAULT.about(table, &[column, table]).because(cause, certain));
    }
}

/// `ALTER TABLE … DROP CONSTRAINT`: 3768 under a vector index, 3725 under a foreign key.
pub(super) fn drop(judge: &mut Judge, table: &Name, constraint: &Constraint) {
    let (Some(entry), ConstraintKind::Key { columns, primary, .. }) =
        (judge.before.tables.get(table), &constraint.kind)
    else {
        return;
    };
    let name = constraint.name.clone().unwrap_or_else(|| Ident::new("(unnamed)"));
    if entry.definition.clustered_index() == Some(constraint.name.as_ref()) {
        for (index, presence, place) in entry.vector_indexes() {
            let refusal = table::KEY_UNDER_VECTOR_INDEX.about(table, &[&name, table, &index.name]);
            judge.add(refusal.because(Cause::index(index, place), presence == Presence::Certain));
        }
    }
    let points_here = |found: &&Constraint| match &found.kind {
        ConstraintKind::ForeignKey { references, referenced, .. } => {
            let same = referenced.len() == columns.len() && columns.iter().all(|key| referenced.contains(&key.name));
            references == table && ((referenced.is_empty() && *primary) || same)
        }
        _ => false,
    };
    let before = judge.before;
    let referrers = before.referrers.of(table).chain([table]).filter_map(|name| before.tables.get_key_value(name));
    for (other, entry) in referrers {
        for found in entry.definition.constraints.iter().filter(points_here) {
            let shown = found.name.clone().unwrap_or_default();
            let (cause, certain) = judge.constraint_cause(entry, found.name.as_ref());
            judge.found.push(table::KEY_IN_USE.about(table, &[&name, other, &shown]).because(cause, certain));
        }
    }
}
