//! What a catalog says apart from how it came to be: the order in which parts were added, how an index
//! was built, the verb of a module.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::module;
use super::options::{compress_clustered, lasting};
use super::statistics;
use crate::catalog::{Catalog, Entry, Origin, Presence};
use crate::name::Ident;
use crate::schema::{Constraint, ConstraintKind, Module, Policy, SqlText, Table, UserType};
use crate::source::lf;

/// The catalog with its parts in a fixed order and modules under their present names. What is known
/// beside the definitions (how certain they are, where they come from) is kept.
#[must_use]
pub fn settled(catalog: &Catalog) -> Catalog {
    let mut catalog = catalog.clone();
    for entry in catalog.tables.values_mut() {
        table(Arc::make_mut(&mut entry.definition));
    }
    for entry in catalog.types.values_mut() {
        if let UserType::Table(shape) = Arc::make_mut(&mut entry.definition) {
            table(shape);
        }
    }
    for (name, entry) in &mut catalog.modules {
        let text = module::definition(name, &entry.definition);
        let changed: &mut Module = Arc::make_mut(&mut entry.definition);
        changed.definition = SqlText(text.into());
        changed.body = SqlText(lf(changed.body.as_str()).into());
    }
    for entry in catalog.policies.values_mut() {
        policy(Arc::make_mut(&mut entry.definition));
    }
    for indexes in catalog.view_indexes.values_mut() {
        indexes.iter_mut().for_each(|index| lasting(&mut index.options));
        indexes.sort_by(|one, other| one.name.cmp(&other.name));
    }
    catalog.statistics.values_mut().flat_map(BTreeMap::values_mut).for_each(statistics::settle);
    for entry in catalog.principals.values_mut() {
        Arc::make_mut(&mut entry.definition).options.sort();
    }
    catalog.permissions.retain(|_, held| !held.is_empty());
    catalog
}

/// The catalog without what is known beside its definitions: everything in it is there for certain.
#[must_use]
pub fn without_notes(catalog: &Catalog) -> Catalog {
    fn bare<'a, T: 'a>(entries: impl Iterator<Item = &'a mut Entry<T>>) {
        for entry in entries {
            let definition = Arc::clone(&entry.definition);
            let (presence, origin) = (Presence::Certain, Origin::default());
            *entry = Entry { definition, presence, uncertain: false, origin, parts: BTreeMap::new() };
        }
    }
    let mut catalog = catalog.clone();
    bare(catalog.schemas.values_mut());
    bare(catalog.tables.values_mut());
    bare(catalog.modules.values_mut());
    bare(catalog.types.values_mut());
    bare(catalog.sequences.values_mut());
    bare(catalog.synonyms.values_mut());
    bare(catalog.policies.values_mut());
    bare(catalog.principals.values_mut());
    bare(catalog.external_models.values_mut());
    bare(catalog.credentials.values_mut());
    catalog
}

fn table(table: &mut Table) {
    texts(table);
    compress_clustered(table);
    say_nonclustered(table);
    table.constraints.sort_by(|one, other| rank(one).cmp(&rank(other)));
    for constraint in &mut table.constraints {
        if let ConstraintKind::Key { options, .. } = &mut constraint.kind {
            lasting(options);
        }
    }
    table.indexes.iter_mut().for_each(|index| lasting(&mut index.options));
    table.indexes.sort_by(|one, other| one.name.cmp(&other.name));
    table.options.sort_by(|one, other| one.name.cmp(&other.name));
}

/// A primary key beside another clustered index is nonclustered; said, it can be made before that one.
fn say_nonclustered(table: &mut Table) {
    for at in 0..table.constraints.len() {
        if !table.is_clustered(&table.constraints[at])
            && let ConstraintKind::Key { primary: true, clustered: clustered @ None, .. } =
                &mut table.constraints[at].kind
        {
            *clustered = Some(false);
        }
    }
}

/// Line ends of expressions and clauses: LF.
fn texts(table: &mut Table) {
    let to_lf = |text: &mut SqlText| {
        if text.as_str().contains('\r') {
            *text = SqlText(lf(text.as_str()).into());
        }
    };
    for column in &mut table.columns {
        column.default.iter_mut().for_each(|default| to_lf(&mut default.value));
        column.computed.iter_mut().for_each(|computed| to_lf(&mut computed.expression));
        column.opaque.iter_mut().for_each(to_lf);
    }
    for constraint in &mut table.constraints {
        if let ConstraintKind::Check { condition: text, .. } | ConstraintKind::Opaque(text) = &mut constraint.kind {
            to_lf(text);
        }
    }
    for index in &mut table.indexes {
        index.filter.iter_mut().chain(&mut index.opaque).for_each(to_lf);
    }
    table.opaque.iter_mut().for_each(to_lf);
}

/// Keys first, then foreign keys, then checks; by name, and those that are trusted first.
fn rank(constraint: &Constraint) -> (u8, Option<&Ident>, bool) {
    let kind = match &constraint.kind {
        ConstraintKind::Key { primary: true, .. } => 0,
        ConstraintKind::Key { .. } => 1,
        ConstraintKind::ForeignKey { .. } => 2,
        ConstraintKind::Check { .. } => 3,
        ConstraintKind::Opaque(_) => 4,
    };
    (kind, constraint.name.as_ref(), constraint.not_trusted)
}

fn policy(policy: &mut Policy) {
    policy.predicates.sort_by(|one, other| {
        (&one.target, one.kind, one.operation).cmp(&(&other.target, other.kind, other.operation))
    });
}
