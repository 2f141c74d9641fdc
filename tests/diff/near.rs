//! Catalogs that differ in details.

use std::sync::Arc;

use ragsql::catalog::Catalog;
use ragsql::name::Name;
use ragsql::schema::{ConstraintKind, IndexKind, SqlText};

/// A catalog that differs in details: what is on or off, NULL or not, longer, descending, its own or dropped.
pub fn near(catalog: &Catalog, flips: &[bool]) -> Catalog {
    let mut near = catalog.clone();
    let mut flips = flips.iter().copied().cycle();
    let mut flip = move || flips.next().unwrap_or_default();
    for entry in near.tables.values_mut() {
        let table = Arc::make_mut(&mut entry.definition);
        for constraint in table.constraints.iter_mut().filter(|one| !matches!(one.kind, ConstraintKind::Key { .. })) {
            if constraint.name.is_some() && flip() {
                constraint.not_trusted = !constraint.not_trusted;
                constraint.disabled = constraint.not_trusted && flip();
            }
        }
        for index in
            table.indexes.iter_mut().filter(|index| matches!(index.kind, IndexKind::Rowstore { clustered: false, .. }))
        {
            index.disabled ^= flip();
            index.keys.iter_mut().for_each(|key| key.descending ^= flip());
        }
        for column in table.columns.iter_mut().filter(|column| column.computed.is_none()) {
            column.nullable = if flip() { Some(flip()) } else { column.nullable };
            column.hidden ^= flip();
            column.rowguidcol ^= flip();
            if let Some(default) = column.default.as_mut().filter(|_| flip()) {
                default.value = SqlText::new("42");
            }
        }
        table.options.retain(|_| flip());
    }
    let modules: Vec<Name> = near.modules.keys().filter(|_| flip()).cloned().collect();
    for name in modules {
        if let Some(entry) = near.modules.get_mut(&name) {
            Arc::make_mut(&mut entry.definition).ansi_nulls ^= flip();
        }
    }
    for entry in near.policies.values_mut() {
        let policy = Arc::make_mut(&mut entry.definition);
        policy.state = policy.state.map(|state| state ^ flip());
    }
    near
}
