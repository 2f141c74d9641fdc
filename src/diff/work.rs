//! The work of a diff: a catalog on its way from one state to the other. Each change is applied as it is
//! found, so that every next one meets what those before it left.

use std::collections::BTreeSet;

use super::Difference;
use crate::catalog::Catalog;
use crate::change::{ApplyError, Change};
use crate::name::Name;
use crate::schema::Table;

/// A catalog that is being turned into another.
pub(super) struct Work<'a> {
    /// What the changes so far have led to.
    pub(super) state: Catalog,
    /// What they shall lead to.
    pub(super) to: &'a Catalog,
    changes: Vec<Change>,
    notes: BTreeSet<String>,
    not_compared: Vec<String>,
}

impl<'a> Work<'a> {
    pub(super) fn new(from: Catalog, to: &'a Catalog) -> Self {
        let mut work = Self {
            state: Catalog::default(),
            to,
            changes: Vec::new(),
            notes: BTreeSet::new(),
            not_compared: Vec::new(),
        };
        work.uncertain(&from, "first");
        work.uncertain(to, "second");
        work.state = from;
        work
    }

    /// Adds a change. One that does not fit is told instead of being made.
    pub(super) fn push(&mut self, change: Change) {
        match self.state.apply(&change) {
            Ok(()) => self.changes.push(change),
            Err(error) => self.misfit(&error),
        }
    }

    fn misfit(&mut self, error: &ApplyError) {
        self.note(format!("a change is left out, since {error}"));
    }

    /// Whether a table is to the letter what it is to be.
    pub(super) fn is_same(&self, name: &Name, table: &Table) -> bool {
        self.to.tables.get(name).is_some_and(|wanted| *wanted.definition == *table)
    }

    /// Tells something that no change expresses.
    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.insert(note.into());
    }

    /// Tells that two things cannot be compared.
    pub(super) fn not_compared(&mut self, note: String) {
        self.not_compared.push(note);
    }

    /// Tells which objects are not known for certain.
    fn uncertain(&mut self, catalog: &Catalog, side: &str) {
        for name in catalog.uncertain_objects() {
            self.note(format!(
                "{name} is not known for certain in the {side} schema: something that is not understood, or that may not have \
                 run, may have made or changed it"
            ));
        }
    }

    pub(super) fn finish(self) -> Difference {
        Difference { changes: self.changes, notes: self.notes.into_iter().collect(), not_compared: self.not_compared }
    }
}
