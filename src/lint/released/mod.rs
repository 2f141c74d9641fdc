//! What was released already: it may not change any more, new files come after it, and findings that it
//! had are not told again.

mod discipline;

use std::collections::{BTreeMap, BTreeSet};

use super::{Diagnostic, Level, Report, unreadable};
use crate::source::{Migration, Phase, Project, SourceError};
use crate::text::Span;

/// The project as it was released.
#[derive(Debug)]
pub struct Released {
    /// The name of that state in messages: `main`.
    pub reference: String,
    /// Its files.
    pub project: Project,
    /// The paths of files that cannot be used, and that were there and the same.
    pub unusable: BTreeSet<String>,
    /// What was released since this project left that state: it does not have these files yet, and its new
    /// ones come after them all the same.
    pub later: Project,
}

/// What a history knows a file by: the folder and the version.
type Key = (Phase, i64);

/// A file, and its index among those of its project.
#[derive(Debug, Clone, Copy)]
struct Indexed<'a> {
    index: u32,
    file: &'a Migration,
}

/// Files by what a history knows them by; a version that is there twice has two.
type Files<'a> = BTreeMap<Key, Vec<Indexed<'a>>>;

/// What became of a project since it was released.
pub(super) struct Difference<'a> {
    reference: &'a str,
    before: Files<'a>,
    later: Files<'a>,
    now: Files<'a>,
    /// The paths of files that are new, that have another name or text, or that are gone.
    changed: BTreeSet<String>,
}

/// A finding as it is the same before and after.
type Known = (Key, &'static str, Span, Level, Option<String>);

impl<'a> Difference<'a> {
    pub(super) fn new(project: &'a Project, released: &'a Released) -> Self {
        let (before, now) = (by_key(&released.project), by_key(project));
        let new = project.files().filter(|file| !has_same(&before, file));
        let gone = released.project.files().filter(|file| !has_same(&now, file));
        // Both files of a version that is there twice are among those of the project.
        let is_single = |problem: &&SourceError| !matches!(problem, SourceError::DuplicateVersion { .. });
        let unusable = project.problems.iter().filter(is_single).map(|problem| unreadable::shown(problem.path()));
        let unusable = unusable.filter(|path| !released.unusable.contains(path));
        let changed = new.chain(gone).map(|file| file.file.path().to_owned()).chain(unusable).collect();
        Self { reference: &released.reference, before, later: by_key(&released.later), now, changed }
    }

    /// Leaves the findings that a file of the difference has a part in, and those that were not there
    /// before. `before` judges the released project; it is asked only when something depends on it.
    pub(super) fn keep_caused(&self, report: &mut Report, before: impl FnOnce() -> Report) {
        let concerned: Vec<bool> = report.findings.iter().map(|finding| self.concerns(report, finding)).collect();
        if concerned.iter().all(|concerned| *concerned) {
            return;
        }
        let (before_keys, keys) = (keys(&self.before), keys(&self.now));
        let old: BTreeSet<Known> =
            before().findings.iter().filter_map(|finding| known(&before_keys, finding)).collect();
        let mut concerned = concerned.into_iter();
        report.findings.retain(|finding| {
            let is_new = known(&keys, finding).is_some_and(|known| !old.contains(&known));
            concerned.next() == Some(true) || is_new
        });
    }

    /// Takes the fixes from findings in files that were released: those may not change.
    pub(super) fn mend_new_only(&self, report: &mut Report) {
        let is_new = |indexed: &&Indexed| !self.before.contains_key(&key(indexed.file));
        let new: BTreeSet<u32> = self.now.values().flatten().filter(is_new).map(|indexed| indexed.index).collect();
        for finding in &mut report.findings {
            finding.fix = finding.fix.take().filter(|_| new.contains(&finding.place.file));
        }
    }

    /// Whether a finding, or a place that belongs to it, is in a file of the difference.
    fn concerns(&self, report: &Report, finding: &Diagnostic) -> bool {
        let mut places = finding.related.iter().map(|related| related.place).chain([finding.place]);
        places.any(|place| self.changed.contains(report.file(place).path()))
    }
}

fn key(file: &Migration) -> Key {
    (file.phase, file.version)
}

fn by_key(project: &Project) -> Files<'_> {
    let mut files = Files::new();
    for (index, file) in project.files().enumerate() {
        files.entry(key(file)).or_default().push(Indexed { index: index as u32, file });
    }
    files
}

/// The key of each file of a project, by index.
fn keys(files: &Files) -> BTreeMap<u32, Key> {
    files.iter().flat_map(|(key, files)| files.iter().map(|indexed| (indexed.index, *key))).collect()
}

/// Whether a history would take one of these files for this one.
fn has_same(files: &Files, file: &Migration) -> bool {
    files.get(&key(file)).is_some_and(|files| files.iter().any(|other| other.file.checksum == file.checksum))
}

/// A finding in a file that is among those of its project.
fn known(keys: &BTreeMap<u32, Key>, finding: &Diagnostic) -> Option<Known> {
    let key = keys.get(&finding.place.file)?;
    Some((*key, finding.rule, finding.place.span, finding.level, finding.table.clone()))
}
