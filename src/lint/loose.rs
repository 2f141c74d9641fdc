//! Files that are no project's: which of them are one history, and which stand for themselves.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use super::finding::Findings;
use crate::catalog::{Catalog, Place, Presence};
use crate::name::Name;
use crate::source::{self, Migration, Phase};

/// A file of neither folder is no migration: it runs by itself, in no transaction of ragsql's.
pub(super) fn phase(migration: &Migration) -> Phase {
    if is_loose(migration) { Phase::PostLoad } else { migration.phase }
}

/// A file in the phase that it runs in.
pub(super) fn as_it_runs(migration: &Migration) -> Cow<'_, Migration> {
    let phase = phase(migration);
    if phase == migration.phase {
        Cow::Borrowed(migration)
    } else {
        Cow::Owned(Migration { phase, ..migration.clone() })
    }
}

/// Whether a file stands in neither folder of a project.
pub(super) fn is_loose(migration: &Migration) -> bool {
    !is_phase(folder(migration))
}

/// Whether one file follows the other in a history: numbers in front of their names say in what order
/// the files of a folder run. Of other files nobody knows whether and when they run on one database.
pub(super) fn follows(one: &Migration, other: &Migration) -> bool {
    let both_numbered = [one, other].iter().all(|file| source::numbers(Path::new(file.file.path())).is_some());
    both_numbered && home(one) == home(other)
}

/// The folder that holds a history: both folders of a project are one.
fn home(migration: &Migration) -> Option<&Path> {
    let folder = folder(migration);
    if is_phase(folder) { folder?.parent() } else { folder }
}

fn folder(migration: &Migration) -> Option<&Path> {
    Path::new(migration.file.path()).parent()
}

fn is_phase(folder: Option<&Path>) -> bool {
    let name = folder.and_then(Path::file_name);
    Phase::ALL.iter().any(|phase| name.is_some_and(|name| name == phase.folder()))
}

/// What histories leave behind: the pair of a security policy and a vector index is refused in either
/// order, so that it counts across files whose order nobody knows.
#[derive(Debug, Default)]
pub(super) struct LeftBehind {
    histories: usize,
    policied: BTreeMap<Name, (usize, Option<Place>)>,
    indexed: BTreeMap<Name, (usize, Option<Place>)>,
}

impl LeftBehind {
    /// Notes what the next history leaves.
    pub(super) fn note(&mut self, after: &Catalog) {
        self.histories += 1;
        for entry in after.policies.values().filter(|entry| entry.presence == Presence::Certain) {
            for predicate in &entry.definition.predicates {
                let place = entry.predicates_on(&predicate.target).find_map(|(.., place)| place);
                self.policied.entry(predicate.target.clone()).or_insert((self.histories, place));
            }
        }
        for (table, entry) in &after.tables {
            if let Some((.., place)) = entry.vector_indexes().next() {
                self.indexed.entry(table.clone()).or_insert((self.histories, place));
            }
        }
    }

    /// Tells the tables that have the policy from one history and the index from another.
    pub(super) fn tell(&self, findings: &mut Findings) {
        for (table, (history, index)) in &self.indexed {
            let elsewhere = self.policied.get(table).filter(|(other, _)| other != history);
            let (Some((_, policy)), Some(place)) = (elsewhere, index) else { continue };
            findings
                .add(*place, format!("`{table}` has a vector index here and a security policy in another file"))
                .table(table)
                .errors(&[37579, 42244])
                .unsure()
                .related(*policy, "the policy guards it here")
                .help("keep the policy on the table that the text comes from; the table with the vector index carries none");
        }
    }
}
