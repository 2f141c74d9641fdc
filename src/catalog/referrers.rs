//! Who refers to what: so that nobody has to look through a whole catalog for it.

use std::collections::{BTreeMap, BTreeSet};

use super::Catalog;
use crate::name::Name;
use crate::schema::{Constraint, ConstraintKind, Module, Policy, Table};

/// The objects that refer to an object, by name: all that do, and some that no longer do. Two are
/// always equal: this follows from what else a catalog holds.
#[derive(Debug, Clone, Default)]
pub struct Referrers {
    by_target: BTreeMap<Name, BTreeSet<Name>>,
}

impl PartialEq for Referrers {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Referrers {}

impl Referrers {
    /// Those of one object.
    pub fn of(&self, target: &Name) -> impl Iterator<Item = &Name> {
        self.by_target.get(target).into_iter().flatten()
    }

    /// Notes the tables that a table points at: foreign keys, its history.
    pub fn note_table(&mut self, name: &Name, table: &Table) {
        let history = table.versioned.iter().flatten();
        self.note(name, table.constraints.iter().filter_map(referenced).chain(history));
    }

    /// Notes the table that a constraint of a table points at.
    pub fn note_constraint(&mut self, table: &Name, constraint: &Constraint) {
        self.note(table, referenced(constraint));
    }

    /// Notes what a module names, and a trigger's table.
    pub fn note_module(&mut self, name: &Name, module: &Module) {
        self.note(name, module.references.iter().chain(&module.trigger_on));
    }

    /// Notes the tables and functions of a policy.
    pub fn note_policy(&mut self, name: &Name, policy: &Policy) {
        self.note(name, policy.predicates.iter().flat_map(|predicate| [&predicate.target, &predicate.function]));
    }

    /// Notes that an object refers to others.
    pub fn note<'a>(&mut self, referrer: &Name, targets: impl IntoIterator<Item = &'a Name>) {
        for target in targets {
            self.by_target.entry(target.clone()).or_default().insert(referrer.clone());
        }
    }
}

impl Catalog {
    /// Notes who refers to what, from everything that is there. For a catalog that was not filled by
    /// [`Catalog::apply`].
    pub fn note_referrers(&mut self) {
        let mut referrers = std::mem::take(&mut self.referrers);
        self.tables.iter().for_each(|(name, entry)| referrers.note_table(name, &entry.definition));
        self.modules.iter().for_each(|(name, entry)| referrers.note_module(name, &entry.definition));
        self.policies.iter().for_each(|(name, entry)| referrers.note_policy(name, &entry.definition));
        self.synonyms.iter().for_each(|(name, entry)| referrers.note(name, [&*entry.definition]));
        self.referrers = referrers;
    }

    /// An object takes another name: what refers to it refers to the new one, and so does it to others.
    pub fn note_move(&mut self, from: &Name, to: &Name) {
        let of_object = self.referrers.by_target.get(from).cloned().unwrap_or_default();
        self.referrers.by_target.entry(to.clone()).or_default().extend(of_object);
        let referrers = &mut self.referrers;
        if let Some(entry) = self.tables.get(to) {
            referrers.note_table(to, &entry.definition);
        }
        if let Some(entry) = self.modules.get(to) {
            referrers.note_module(to, &entry.definition);
        }
        if let Some(entry) = self.policies.get(to) {
            referrers.note_policy(to, &entry.definition);
        }
        if let Some(entry) = self.synonyms.get(to) {
            referrers.note(to, [&*entry.definition]);
        }
    }
}

fn referenced(constraint: &Constraint) -> Option<&Name> {
    match &constraint.kind {
        ConstraintKind::ForeignKey { references, .. } => Some(references),
        _ => None,
    }
}
