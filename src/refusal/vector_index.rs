//! Vector indexes: what CREATE VECTOR INDEX meets, and what cannot be done while one is there.

use super::{Cause, Judge, PairSetting, Profile, Refusal, indexes, table, vector_index_spelling};
use crate::catalog::{Entry, Part, Presence};
use crate::name::{Ident, Name};
use crate::schema::{Column, ConstraintKind, DataType, Index, Table};
use crate::syntax::ast::{Kind, ObjectClass};

/// CREATE VECTOR INDEX. The order is that of the engine: spelling, transaction, options, target,
/// column, name, second index, clustered key, policy, number of vectors.
pub(super) fn create(judge: &mut Judge, target: &Name, index: &Index, drop_existing: bool) {
    vector_index_spelling::index(judge, target, index, drop_existing);
    circumstances(judge, target);
    let Some(entry) = judge.before.tables.get(target) else {
        if judge.before.object_kind(target).is_none() && !target.is_temporary() {
            judge.add(table::NO_TABLE_FOR_INDEX.about(target, &[target]));
        }
        return policies(judge, target, index);
    };
    if column(judge, target, entry, index) {
        indexes::name(judge, target, entry, index, drop_existing);
        second(judge, target, entry, index);
        clustered_key(judge, target, entry, index);
    }
    policies(judge, target, index);
    vectors(judge, target, index);
}

/// 574, 1934 and 343.
fn circumstances(judge: &mut Judge, target: &Name) {
    if judge.situation.in_transaction {
        judge.add(table::VECTOR_INDEX_IN_TRANSACTION.about(target, &[]));
    }
    let wrong = judge.situation.wrong_options();
    if !wrong.is_empty() {
        judge.add(table::WRONG_SET_OPTIONS.about(target, &[&"CREATE VECTOR INDEX", &wrong.join(", ")]));
    }
    if !judge.has_preview_features() {
        judge.add(table::VECTOR_INDEX_IS_PREVIEW.about(target, &[]));
    }
}

/// 42220 and 1088: what a vector index is created on is a temporary table, or no table at all.
///
/// A synonym does not come as far as the change, which names what it stands for.
pub(super) fn statement(judge: &mut Judge, kind: &Kind) {
    let Kind::CreateIndex { table: written, index, .. } = kind else { return };
    if !index.is_vector() {
        return;
    }
    let target = written.to_name();
    if target.is_temporary() {
        judge.add(table::VECTOR_INDEX_ON_TEMPORARY_TABLE.about(&target, &[&index.name, &target.object]));
    } else if let Some(class) = judge.before.object_kind(&target).filter(|class| *class != ObjectClass::Table)
        && let Some((cause, certain)) = judge.object_cause(&target)
    {
        judge.add(table::VECTOR_INDEX_ON_OTHER.about(&target, &[&target, &class.words()]).because(cause, certain));
    }
}

/// 1911 and 42215. Whether the column may be a vector one.
fn column(judge: &mut Judge, target: &Name, entry: &Entry<Table>, index: &Index) -> bool {
    let Some(key) = index.keys.first() else { return false };
    let certain = !entry.uncertain && entry.definition.opaque.is_empty();
    let Some(column) = entry.definition.column(&key.name) else {
        judge.add(Refusal { certain, ..table::NO_COLUMN_FOR_INDEX.about(target, &[&key.name, target]) });
        return !certain;
    };
    let Some(kind) = other_type(column) else { return true };
    let part = Part::Column(key.name.clone());
    let cause = Cause::new(format!("the column `{}` comes from here", key.name), entry.place_of(&part));
    let refusal = table::NOT_A_VECTOR_COLUMN.about(target, &[&index.name, &key.name, &kind]);
    judge.add(refusal.because(cause, certain && entry.presence_of(&part) == Presence::Certain));
    false
}

/// The type of a column that is no vector. An opaque type may be anything, and so may a computed column.
fn other_type(column: &Column) -> Option<&DataType> {
    let data_type = column.data_type.as_ref()?;
    matches!(data_type, DataType::System { .. } | DataType::Xml(_)).then_some(data_type)
}

/// 42230.
fn second(judge: &mut Judge, target: &Name, entry: &Entry<Table>, index: &Index) {
    let Some(key) = index.keys.first() else { return };
    let same_column =
        |other: &Index| other.name != index.name && other.keys.first().is_some_and(|found| found.name == key.name);
    for (other, presence, place) in entry.vector_indexes().filter(|(other, ..)| same_column(other)) {
        let refusal = table::SECOND_VECTOR_INDEX.about(target, &[&index.name, &key.name, target, &other.name]);
        judge.found.push(refusal.because(Cause::index(other, place), presence == Presence::Certain));
    }
}

/// 42254, or 42217 on SQL Server 2025.
fn clustered_key(judge: &mut Judge, target: &Name, entry: &Entry<Table>, index: &Index) {
    let (row, fits) = match judge.situation.profile {
        Profile::Sql2025 => (table::NO_CLUSTERED_INT_KEY, has_clustered_int_key(&entry.definition)),
        Profile::Azure | Profile::Container => (table::NO_CLUSTERED_KEY, entry.definition.clustered_index().is_some()),
    };
    if !fits {
        let cause = Cause::new(format!("`{target}` comes from here"), entry.origin.0);
        let certain = entry.presence == Presence::Certain && !entry.uncertain && entry.definition.opaque.is_empty();
        judge.add(row.about(target, &[&index.name, target]).because(cause, certain));
    }
}

/// Whether the clustered primary key is a single `int` column.
fn has_clustered_int_key(definition: &Table) -> bool {
    let Some(clustered) = definition.clustered_index() else { return false };
    definition.constraints.iter().any(|constraint| match &constraint.kind {
        ConstraintKind::Key { primary: true, columns, .. } => {
            constraint.name.as_ref() == clustered
                && matches!(&columns[..], [only] if is_int(definition.column(&only.name)))
        }
        _ => false,
    })
}

fn is_int(column: Option<&Column>) -> bool {
    let data_type = column.and_then(|column| column.data_type.as_ref());
    matches!(data_type, Some(DataType::System { name, .. }) if &**name == "int")
}

/// 42244.
fn policies(judge: &mut Judge, target: &Name, index: &Index) {
    if judge.situation.policy_and_vector_index != PairSetting::Refuse {
        return;
    }
    for (policy, entry) in judge.before.policies_on(target) {
        let Some((_, presence, place)) = entry.predicates_on(target).min_by_key(|(_, presence, _)| *presence) else {
            continue;
        };
        let cause = Cause::new(format!("`{policy}` puts a predicate on `{target}` here"), place);
        let refusal = table::VECTOR_INDEX_UNDER_POLICY.about(target, &[&index.name, target, policy]);
        judge.found.push(refusal.because(cause, presence == Presence::Certain));
    }
}

/// 42266, where the vectors can be counted.
fn vectors(judge: &mut Judge, target: &Name, index: &Index) {
    let (Some(count), Some(key)) = (judge.situation.vectors, index.keys.first()) else { return };
    let have = count(target, &key.name);
    if have < 100 {
        judge.add(table::TOO_FEW_VECTORS.about(target, &[&index.name, target, &have]));
    }
}

/// 42232.
pub(super) fn truncate(judge: &mut Judge, target: &Name) {
    on_each(judge, target, |_| true, |index| table::TRUNCATE_INDEXED.about(target, &[target, &index.name]));
}

/// 42250. `None` is ALL.
pub(super) fn alter(judge: &mut Judge, target: &Name, name: Option<&Ident>) {
    let is_meant = |index: &Index| name.is_none_or(|name| &index.name == name);
    on_each(judge, target, is_meant, |index| table::ALTER_VECTOR_INDEX.about(target, &[&index.name, target]));
}

/// 290.
pub(super) fn rename(judge: &mut Judge, target: &Name, name: &Ident) {
    let is_meant = |index: &Index| &index.name == name;
    on_each(judge, target, is_meant, |index| table::RENAME_VECTOR_INDEX.about(target, &[&index.name, target]));
}

/// One refusal for each vector index of a table that is meant.
fn on_each(judge: &mut Judge, target: &Name, is_meant: impl Fn(&Index) -> bool, refuse: impl Fn(&Index) -> Refusal) {
    let Some(entry) = judge.before.tables.get(target) else { return };
    for (index, presence, place) in entry.vector_indexes().filter(|(index, ..)| is_meant(index)) {
        judge.found.push(refuse(index).because(Cause::index(index, place), presence == Presence::Certain));
    }
}
