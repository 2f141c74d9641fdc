//! What can be the key of an index, and how many bytes it may take (Learn, "Maximum capacity
//! specifications").

use super::{Judge, Refusal, table};
use crate::name::{Ident, Name};
use crate::schema::{Constraint, Index, IndexKind, KeyColumn, KeySize, Table};

/// The most bytes of a clustered key.
const CLUSTERED: u32 = 900;
/// The most bytes of any other key.
const NONCLUSTERED: u32 = 1700;

/// 1919 and 1944 for an index.
pub(super) fn index(judge: &mut Judge, target: &Name, definition: &Table, index: &Index) {
    if let IndexKind::Rowstore { clustered, .. } = index.kind
        && let Some(refusal) = refusal(target, definition, &index.name, &index.keys, clustered)
    {
        judge.add(refusal);
    }
}

/// 1919 and 1944, with 1750 after it, for a primary key or unique constraint.
pub(super) fn constraint(
    judge: &mut Judge,
    target: &Name,
    definition: &Table,
    constraint: &Constraint,
    keys: &[KeyColumn],
) {
    let name = constraint.name.clone().unwrap_or_else(|| target.object.clone());
    if let Some(refusal) = refusal(target, definition, &name, keys, definition.is_clustered(constraint)) {
        judge.add(Refusal { then: table::COULD_NOT_CREATE, ..refusal });
    }
}

fn refusal(target: &Name, definition: &Table, name: &Ident, keys: &[KeyColumn], clustered: bool) -> Option<Refusal> {
    let size = |key: &KeyColumn| definition.column(&key.name)?.data_type.as_ref()?.key_size();
    if let Some(large) = keys.iter().find(|key| size(key) == Some(KeySize::None)) {
        return Some(table::LARGE_KEY_COLUMN.about(target, &[&large.name, target, name]));
    }
    let bytes = |key: &KeyColumn| match size(key) {
        Some(KeySize::Fixed(bytes)) => bytes,
        _ => 0,
    };
    let least: u32 = keys.iter().map(bytes).sum();
    let most = if clustered { CLUSTERED } else { NONCLUSTERED };
    (least > most).then(|| table::KEY_TOO_WIDE.about(target, &[name, &least, &most]))
}
