//! The comparison of what a database holds with what its applied files lead to.

use std::collections::BTreeSet;

use super::detour::Detours;
use super::{LeftOut, Subject};
use crate::catalog::Catalog;
use crate::change::Change;
use crate::diff::{self, Renames};
use crate::emit::{self, Described};
use crate::name::Name;
use crate::normal;

/// What a database has, or lacks, that the files applied to it do not explain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drift {
    /// What somebody must have changed.
    pub changes: Vec<Drifted>,
    /// What cannot be told for certain, a sentence each.
    pub notes: Vec<String>,
}

/// One change that no applied file explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drifted {
    /// The object.
    pub subject: Subject,
    /// The change, from what the files lead to, to what the database holds.
    pub change: Described,
}

/// A vector index that is away, as during an export, is created again by its step, whose status tells it.
fn is_due_again(change: &Change) -> bool {
    matches!(change, Change::DropIndex { index, .. } if index.is_vector())
}

impl Drift {
    /// Compares what the applied files lead to with what was found. What is not known for certain on either side is
    /// told in a note, and is no drift.
    #[must_use]
    pub fn between(mut expected: Catalog, mut found: Catalog, left_out: &LeftOut) -> Self {
        left_out.forget(&mut expected);
        left_out.forget(&mut found);
        left_out.forget_own_schemas(&mut found, &expected);
        let difference = diff::diff(&expected, &found, &Renames::default());
        let uncertain: BTreeSet<Name> =
            expected.uncertain_objects().union(&found.uncertain_objects()).cloned().collect();
        let detours = Detours::between(&expected, &found, &difference.changes);
        let mut state = normal::settled(&expected);
        let mut changes = Vec::new();
        for change in &difference.changes {
            let subject = Subject::of(change);
            if !uncertain.contains(&subject.name()) && !detours.has(change) && !is_due_again(change) {
                changes.push(Drifted { subject, change: emit::describe(change, &state) });
            }
            // It was found to fit when the difference was made.
            let _ = state.apply(change);
        }
        Self { changes, notes: difference.notes }
    }

    /// Puts something else in the place of what is not to be shown.
    pub fn hide(&mut self, hidden: impl Fn(&str) -> String) {
        for Drifted { change, .. } in &mut self.changes {
            let Described { kind: _, object, part, from, to } = change;
            std::iter::once(object).chain(part).chain(from).chain(to).for_each(|text| *text = hidden(text));
        }
        self.notes.iter_mut().for_each(|note| *note = hidden(note));
    }

    /// Whether nothing is to be told.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.notes.is_empty()
    }

    /// The changes of objects that are among these.
    pub fn of<'a>(&'a self, subjects: &'a BTreeSet<Subject>) -> impl Iterator<Item = &'a Drifted> {
        self.changes.iter().filter(|drifted| subjects.contains(&drifted.subject))
    }
}
