//! A whole catalog in its normal form.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{external_model, index, module, owner, permissions, policy, principal, sequence, settle, table, user_type};
use crate::catalog::{Catalog, Entry};
use crate::name::Name;
use crate::schema::{Credential, Index, SqlText, Table};

/// A catalog in its normal form: two catalogs that say the same have equal ones. It is for comparing,
/// not for running, and knows nothing of how certain things are.
#[must_use]
pub fn catalog(catalog: &Catalog) -> Catalog {
    let mut normal = settle::without_notes(catalog);
    for name in made_by_versioning(catalog) {
        normal.tables.remove(&name);
    }
    each(normal.tables.values_mut(), |definition| table(catalog, definition));
    each(normal.types.values_mut(), |definition| user_type(catalog, definition));
    each(normal.sequences.values_mut(), sequence);
    each(normal.policies.values_mut(), policy);
    each(normal.schemas.values_mut(), |definition| owner(definition.as_ref()));
    each(normal.external_models.values_mut(), external_model);
    each(normal.principals.values_mut(), principal);
    for (name, entry) in &mut normal.modules {
        entry.definition = Arc::new(module(name, &entry.definition));
    }
    for indexes in normal.view_indexes.values_mut() {
        *indexes = indexes.iter().map(index).collect();
        indexes.sort_by(|one, other| one.name.cmp(&other.name));
    }
    for statistics in normal.statistics.values_mut().flat_map(BTreeMap::values_mut) {
        *statistics = super::statistics(statistics);
    }
    for text in normal.others.values_mut().flatten() {
        *text = SqlText::new(super::tokens(text.as_str()));
    }
    for held in normal.permissions.values_mut() {
        *held = permissions(held.iter());
    }
    normal.permissions.retain(|_, held| !held.is_empty());
    for value in normal.configurations.values_mut() {
        *value = configuration(value).into();
    }
    // No view tells whether a credential has a secret.
    each(normal.credentials.values_mut(), |credential| Credential { has_secret: false, ..credential.clone() });
    normal
}

/// The value of a scoped configuration in its normal form: `sys.database_scoped_configurations` has 1 and 0 for ON and OFF.
#[must_use]
pub fn configuration(value: &str) -> String {
    match value.to_uppercase().as_str() {
        "ON" => "1".to_owned(),
        "OFF" => "0".to_owned(),
        other => other.to_owned(),
    }
}

fn each<'a, T: 'a>(entries: impl Iterator<Item = &'a mut Entry<T>>, form: impl Fn(&T) -> T) {
    for entry in entries {
        entry.definition = Arc::new(form(&entry.definition));
    }
}

/// The history tables that the engine makes by itself and that nobody changed since: their tables tell
/// all there is to tell. The types of computed columns are not known to everyone, and its index is
/// compressed where the engine can.
#[must_use]
pub fn made_by_versioning(catalog: &Catalog) -> BTreeSet<Name> {
    let history = |entry: &Entry<Table>| {
        let name = entry.definition.versioned.as_ref()?.as_ref()?;
        let found = catalog.tables.get(name)?;
        let untouched =
            !catalog.statistics.contains_key(name) && is_history(&entry.definition, name, &found.definition);
        untouched.then(|| name.clone())
    };
    catalog.tables.values().filter_map(history).collect()
}

fn is_history(of: &Table, name: &Name, found: &Table) -> bool {
    let made = of.history(name);
    let columns = of.columns.iter().zip(&made.columns).all(|(source, made)| {
        let same = |column: &crate::schema::Column| {
            source.computed.is_some() || (column.data_type == made.data_type && column.collation == made.collation)
        };
        found.column(&made.name).is_some_and(same)
    });
    let plain = |index: &Index| Index { options: Vec::new(), ..index.clone() };
    let index = |index: &Index| super::table::is_anonymous(name) || made.indexes.contains(&plain(index));
    columns
        && found.columns.len() == made.columns.len()
        && found.constraints.is_empty()
        && found.indexes.iter().all(index)
}
