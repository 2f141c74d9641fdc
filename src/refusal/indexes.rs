//! Ordinary indexes and statistics: what they need and what their names meet.

use super::{Cause, Judge, Refusal, constraints, keys, table, vector_column};
use crate::catalog::{Entry, Part, Presence};
use crate::name::{Ident, Name};
use crate::schema::{Index, Table};

/// CREATE INDEX of every kind but a vector one.
pub(super) fn create(judge: &mut Judge, target: &Name, index: &Index, drop_existing: bool) {
    let wrong = judge.situation.wrong_options();
    let is_on_computed = || judge.before.table(target).is_some_and(|table| table.is_on_computed(&index.keys));
    let wants = || index.filter.is_some() || judge.before.modules.contains_key(target) || is_on_computed();
    if !wrong.is_empty() && wants() {
        judge.add(table::WRONG_SET_OPTIONS.about(target, &[&"CREATE INDEX", &wrong.join(", ")]));
    }
    if target.is_temporary() || judge.before.modules.contains_key(target) {
        return;
    }
    let Some(entry) = judge.before.tables.get(target) else {
        return judge.add(table::NO_TABLE_FOR_INDEX.about(target, &[target]));
    };
    columns(judge, target, entry, index);
    name(judge, target, entry, index, drop_existing);
    if index.is_clustered() {
        constraints::second_clustered(judge, target, entry, drop_existing.then_some(&index.name));
    }
    vector_column::index(judge, target, &entry.definition, index);
    vector_column::partitioned(judge, target, &entry.definition, index.storage.as_ref());
    keys::index(judge, target, &entry.definition, index);
}

/// 1911.
fn columns(judge: &mut Judge, target: &Name, entry: &Entry<Table>, index: &Index) {
    let named = index.keys.iter().map(|key| &key.name).chain(&index.included);
    for column in named.filter(|column| !is_pseudo(column) && entry.definition.column(column).is_none()) {
        let refusal = table::NO_COLUMN_FOR_INDEX.about(target, &[column, target]);
        judge.found.push(Refusal { certain: !entry.uncertain && entry.definition.opaque.is_empty(), ..refusal });
    }
}

/// `$node_id`, `$from_id` and the like, which graph tables have without saying so.
fn is_pseudo(column: &Ident) -> bool {
    column.as_str().starts_with('$')
}

/// 1913.
pub(super) fn name(judge: &mut Judge, target: &Name, entry: &Entry<Table>, index: &Index, drop_existing: bool) {
    if entry.definition.index(&index.name).is_none() || drop_existing {
        return;
    }
    let part = Part::Index(index.name.clone());
    let cause = Cause::new(format!("the index `{}` comes from here", index.name), entry.place_of(&part));
    let certain = entry.presence_of(&part) == Presence::Certain;
    judge.add(table::INDEX_EXISTS.about(target, &[&index.name, target]).because(cause, certain));
}

/// CREATE STATISTICS.
pub(super) fn statistics(judge: &mut Judge, target: &Name, name: &Ident, columns: &[Ident]) {
    if let Some(entry) = judge.before.tables.get(target) {
        vector_column::keys(judge, target, &entry.definition, name, columns.iter());
    }
}
