//! The comparison of what a database holds with what its applied files lead to.

use std::collections::BTreeSet;

use super::detour::Detours;
use super::{LeftOut, Subject};
use crate::catalog::Catalog;
use crate::diff::{self, Renames};
use crate::emit::{self, Described};
use crate::name::Name;
use crate::normal;
use crate::schema::Index;
use crate::syntax::spell;

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
    /// Whether files that are pending touch the object, so that a run stops at it.
    pub stops: bool,
}

/// What came of looking for drift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Looked {
    /// This was found.
    Found(Drift),
    /// It was not looked for: why not.
    Not(&'static str),
}

impl Looked {
    /// What was found; nothing where it was not looked for.
    pub fn changes(&self) -> impl Iterator<Item = &Drifted> {
        let found = match self {
            Self::Found(drift) => drift.changes.as_slice(),
            Self::Not(_) => &[],
        };
        found.iter()
    }

    /// Whether a run would stop at it.
    #[must_use]
    pub fn stops(&self) -> bool {
        self.changes().any(|drifted| drifted.stops)
    }
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
            if !uncertain.contains(&subject.name()) && !detours.has(change) {
                let change = emit::describe(change, &state);
                note(&mut changes, Drifted { subject, change, stops: false });
            }
            // It was found to fit when the difference was made.
            let _ = state.apply(change);
        }
        changes.retain(|drifted| !is_due_again(drifted, &expected));
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

    /// Marks the changes of objects that pending files touch.
    pub fn stop_at(&mut self, touched: &BTreeSet<Subject>) {
        self.changes.iter_mut().for_each(|drifted| drifted.stops = touched.contains(&drifted.subject));
    }
}

/// A vector index that is away, as during an export, is created again by its step, whose status tells it.
fn is_due_again(drifted: &Drifted, expected: &Catalog) -> bool {
    let Subject::Object(table) = &drifted.subject else { return false };
    let is_it = |index: &Index| drifted.change.part.as_deref() == Some(spell::ident(&index.name).as_str());
    drifted.change.kind == "drop-index" && expected.vector_indexes_on(table).any(is_it)
}

/// Notes a change. What goes and comes again as another one has changed, and is one thing to tell.
fn note(changes: &mut Vec<Drifted>, new: Drifted) {
    let before = new.change.kind.strip_prefix("add-").and_then(|what| {
        let dropped = format!("drop-{what}");
        // What has no name of its own may be another one.
        let is_known = what != "constraint" || new.change.part.is_some();
        changes.iter_mut().find(|old| is_known && old.change.kind == dropped && old.change.path() == new.change.path())
    });
    match before {
        Some(old) => {
            old.change.kind = old.change.kind.replacen("drop-", "alter-", 1);
            old.change.to = new.change.to;
        }
        None => changes.push(new),
    }
}
