//! Vector indexes: what CREATE VECTOR INDEX meets, and what cannot be done while one is there.

use super::table::{self, Entry};
use super::{Judge, PairSetting, Part, Profile, Refusal, is_certain};
use crate::name::{Ident, Name};
use crate::schema::{Column, ConstraintKind, DataType, Index, IndexKind, Table};

/// CREATE VECTOR INDEX. The order is that of the engine: transaction, options, target, column, name,
/// second index, clustered key, policy, number of vectors.
pub(super) fn create(judge: &mut Judge, target: &Name, index: &Index, drop_existing: bool) {
    circumstances(judge, target);
    if target.is_temporary() {
        return judge.add(table::VECTOR_INDEX_ON_TEMPORARY_TABLE.about(target, &[&index.name, &target.object]));
    }
    let Some(entry) = judge.before.tables.get(target) else {
        no_table(judge, target);
        return policies(judge, target, index);
    };
    let (definition, certain) = (entry.definition.clone(), is_certain(entry));
    if column(judge, target, &definition, index, certain) {
        names(judge, target, &definition, index, drop_existing, certain);
        clustered_key(judge, target, &definition, index, certain);
    }
    policies(judge, target, index);
    vectors(judge, target, index);
}

/// 574, 1934 and 343.
fn circumstances(judge: &mut Judge, target: &Name) {
    if judge.situation.in_transaction {
        judge.add(table::VECTOR_INDEX_IN_TRANSACTION.about(target, &[]));
    }
    let wrong = judge.situation.set_options.wrong();
    if !wrong.is_empty() {
        judge.add(table::WRONG_SET_OPTIONS.about(target, &[&"CREATE VECTOR INDEX", &wrong.join(", ")]));
    }
    if !judge.has_preview_features() {
        judge.add(table::VECTOR_INDEX_IS_PREVIEW.about(target, &[]));
    }
}

/// 1088: nothing there, or something that is no table.
fn no_table(judge: &mut Judge, target: &Name) {
    let refusal = match judge.kind_of(target) {
        Some((kind, certain)) => {
            table::VECTOR_INDEX_ON_OTHER.about(target, &[target, &kind]).because(Part::Object(target.clone()), certain)
        }
        None => table::NO_TABLE_FOR_INDEX.about(target, &[target]),
    };
    judge.add(refusal);
}

/// 1911 and 42215. Whether the column is a vector one.
fn column(judge: &mut Judge, target: &Name, definition: &Table, index: &Index, certain: bool) -> bool {
    let Some(key) = index.keys.first() else { return false };
    let Some(column) = definition.column(&key.name) else {
        judge.add(Refusal { certain, ..table::NO_COLUMN_FOR_INDEX.about(target, &[&key.name, target]) });
        return false;
    };
    if column.vector().is_some() || !has_known_type(column) {
        return true;
    }
    let part = Part::Column(target.clone(), key.name.clone());
    let kind = column.data_type.as_ref().map_or("computed".to_owned(), |kind| kind.to_string());
    judge.add(table::NOT_A_VECTOR_COLUMN.about(target, &[&index.name, &key.name, &kind]).because(part, certain));
    false
}

/// Whether the type is a system type: an alias type may stand for anything but a vector, an opaque
/// one for anything.
fn has_known_type(column: &Column) -> bool {
    matches!(column.data_type, Some(DataType::System { .. } | DataType::Xml(_)))
}

/// 1913 and 42230.
fn names(judge: &mut Judge, target: &Name, definition: &Table, index: &Index, drop_existing: bool, certain: bool) {
    let taken = definition.index(&index.name).is_some();
    if taken && !drop_existing {
        let part = Part::Index(target.clone(), index.name.clone());
        return judge.add(table::INDEX_EXISTS.about(target, &[&index.name, target]).because(part, certain));
    }
    for other in on_columns(definition, index).filter(|other| other.name != index.name) {
        let part = Part::Index(target.clone(), other.name.clone());
        let names: [&dyn std::fmt::Display; 4] = [&index.name, &index.keys[0].name, target, &other.name];
        judge.add(table::SECOND_VECTOR_INDEX.about(target, &names).because(part, certain));
    }
}

/// The vector indexes on the same column.
fn on_columns<'a>(definition: &'a Table, index: &'a Index) -> impl Iterator<Item = &'a Index> {
    let column = index.keys.first().map(|key| &key.name);
    of(definition).filter(move |other| other.keys.first().map(|key| &key.name) == column)
}

/// The vector indexes of a table.
pub(super) fn of(definition: &Table) -> impl Iterator<Item = &Index> {
    definition.indexes.iter().filter(|index| index.is_vector())
}

/// 42254, or 42217 on SQL Server 2025.
fn clustered_key(judge: &mut Judge, target: &Name, definition: &Table, index: &Index, certain: bool) {
    let (entry, fits): (Entry, bool) = match judge.situation.profile {
        Profile::Sql2025 => (table::NO_CLUSTERED_INT_KEY, has_clustered_int_key(definition)),
        Profile::Azure | Profile::Container => (table::NO_CLUSTERED_KEY, clustered(definition).is_some()),
    };
    if !fits {
        let part = Part::Object(target.clone());
        judge.add(entry.about(target, &[&index.name, target]).because(part, certain && definition.opaque.is_empty()));
    }
}

/// The name of the clustered index or of the constraint that makes one; an empty name where the
/// system gives it.
pub(super) fn clustered(definition: &Table) -> Option<Ident> {
    let index = definition.indexes.iter().find(|index| {
        matches!(
            index.kind,
            IndexKind::Rowstore { clustered: true, .. } | IndexKind::Columnstore { clustered: true, .. }
        )
    });
    if let Some(index) = index {
        return Some(index.name.clone());
    }
    let written = definition
        .constraints
        .iter()
        .find(|constraint| matches!(constraint.kind, ConstraintKind::Key { clustered: Some(true), .. }));
    let by_default = || {
        definition
            .constraints
            .iter()
            .find(|constraint| matches!(constraint.kind, ConstraintKind::Key { primary: true, clustered: None, .. }))
    };
    written.or_else(by_default).map(|constraint| constraint.name.clone().unwrap_or_default())
}

/// Whether the clustered primary key is a single `int` column.
fn has_clustered_int_key(definition: &Table) -> bool {
    let Some(name) = clustered(definition) else { return false };
    definition.constraints.iter().any(|constraint| match &constraint.kind {
        ConstraintKind::Key { primary: true, columns, .. } => {
            constraint.name.clone().unwrap_or_default() == name
                && matches!(&columns[..], [only] if is_int(definition.column(&only.name)))
        }
        _ => false,
    })
}

fn is_int(column: Option<&Column>) -> bool {
    matches!(column.and_then(|column| column.data_type.as_ref()), Some(DataType::System { name, .. }) if &**name == "int")
}

/// 42244.
fn policies(judge: &mut Judge, target: &Name, index: &Index) {
    if judge.situation.policy_and_vector_index != PairSetting::Refuse {
        return;
    }
    let found: Vec<(Name, bool)> =
        judge.before.policies_on(target).map(|(name, entry)| (name.clone(), is_certain(entry))).collect();
    for (policy, certain) in found {
        let part = Part::Predicate { policy: policy.clone(), table: target.clone() };
        let refusal = table::VECTOR_INDEX_UNDER_POLICY.about(target, &[&index.name, target, &policy]);
        judge.add(refusal.because(part, certain));
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
    let certain = is_certain(entry);
    for index in of(&entry.definition).filter(|index| is_meant(index)) {
        judge.found.push(refuse(index).because(Part::Index(target.clone(), index.name.clone()), certain));
    }
}
