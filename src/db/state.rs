//! What the history says about each file: applied, pending, changed, missing, out of order, interrupted.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::source::{Migration, Phase, Unfilled};
use crate::text::{counted, printable};

use super::history::{Entry, EntryState};
use super::runs::run_count;

/// A file that refinery can plan.
#[derive(Debug, Clone)]
pub struct Planned<'a> {
    /// The file.
    pub migration: &'a Migration,
    /// refinery's view of it, without its text: version and name.
    pub(super) unapplied: refinery::Migration,
}

/// Files that cannot be planned.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// refinery cannot take a file's name.
    #[error("{file}: {source}")]
    Name {
        /// The file.
        file: String,
        /// Why.
        source: Box<refinery::Error>,
    },
    /// refinery reads another name than the one that stands there.
    #[error("{file}: the name holds a character that refinery takes for its end; use letters, digits and underscores")]
    CutName {
        /// The file.
        file: String,
    },
    /// Two files of one version.
    #[error("{first} and {second} have the same version {version}; give one of them another, higher one")]
    Duplicate {
        /// The version.
        version: i64,
        /// One file.
        first: String,
        /// The other one.
        second: String,
    },
    /// A variable of a file that is to run has no value.
    #[error("{file}:{line}: {why}")]
    Variable {
        /// The file.
        file: String,
        /// The line in it.
        line: u32,
        /// What is wrong.
        why: Unfilled,
    },
    /// A file ends the transaction that it is to run in.
    #[error(
        "{file}:{line}: this {word} ends the transaction that ragsql runs the file in, and what follows would not be \
         undone when it fails; leave it out or, where the file needs transactions of its own, write \
         `-- ragsql: no-transaction` at its top"
    )]
    EndsTransaction {
        /// The file.
        file: String,
        /// The line in it.
        line: u32,
        /// `COMMIT` or `ROLLBACK`.
        word: &'static str,
    },
    /// The version to stop at is not among the files.
    #[error("--to-version {version}: there is no migration of that version{}", below.map(|below| format!("; the next one below is {below}")).unwrap_or_default())]
    NoVersion {
        /// The version that was asked for.
        version: i64,
        /// The highest one below it.
        below: Option<i64>,
    },
}

impl<'a> Planned<'a> {
    /// Sees that the file can be run: every variable has a value, and nothing ends its transaction.
    ///
    /// # Errors
    /// See [`Planned::check_variables`] and [`Planned::check_transaction`].
    pub fn check(&self) -> Result<(), PlanError> {
        self.check_variables()?;
        self.check_transaction()
    }

    /// Sees that no statement ends the transaction that the file is to run in.
    ///
    /// # Errors
    /// The first COMMIT or ROLLBACK that certainly does.
    pub fn check_transaction(&self) -> Result<(), PlanError> {
        match self.migration.ends_its_transaction() {
            Some((at, stray)) => Err(PlanError::EndsTransaction {
                file: self.migration.file.path().to_owned(),
                line: at.line,
                word: stray.word,
            }),
            None => Ok(()),
        }
    }

    /// Sees that every variable of the file has a value.
    ///
    /// # Errors
    /// The first one that has none.
    pub fn check_variables(&self) -> Result<(), PlanError> {
        match self.migration.unfilled().into_iter().next() {
            Some((at, why)) => {
                Err(PlanError::Variable { file: self.migration.file.path().to_owned(), line: at.line, why })
            }
            None => Ok(()),
        }
    }

    /// Prepares a file for planning.
    ///
    /// # Errors
    /// When its version and name do not make a name that refinery takes.
    pub fn new(migration: &'a Migration) -> Result<Self, PlanError> {
        let stem = format!("V{}__{}", migration.version, migration.name);
        let file = || migration.file.path().to_owned();
        let unapplied = refinery::Migration::unapplied(&stem, "")
            .map_err(|source| PlanError::Name { file: file(), source: Box::new(source) })?;
        match unapplied.name() == migration.name {
            true => Ok(Self { migration, unapplied }),
            false => Err(PlanError::CutName { file: file() }),
        }
    }

    /// Every file of one phase, in the order of versions.
    ///
    /// # Errors
    /// See [`Planned::new`]; or when two have the same version.
    pub fn all(migrations: &'a [Migration]) -> Result<Vec<Self>, PlanError> {
        let mut files: Vec<Self> = migrations.iter().map(Self::new).collect::<Result<_, _>>()?;
        files.sort_by_key(|file| file.migration.version);
        let path = |file: &Self| file.migration.file.path().to_owned();
        let version = |file: &Self| file.migration.version;
        match files.windows(2).find(|pair| version(&pair[0]) == version(&pair[1])) {
            Some([first, second]) => {
                Err(PlanError::Duplicate { version: version(first), first: path(first), second: path(second) })
            }
            _ => Ok(files),
        }
    }

    /// The checksum as the history keeps it.
    #[must_use]
    pub fn checksum(&self) -> &str {
        &self.migration.checksum
    }
}

/// What the history says about a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The file ran to its end and is the same today.
    Applied,
    /// The file has not run yet.
    Pending,
    /// The file ran, and has another name or text today.
    Changed,
    /// A file ran that is not there today.
    Missing,
    /// The file has not run, and a higher version has.
    OutOfOrder,
    /// The file was started outside a transaction and is not finished.
    Interrupted,
}

/// A version with its file, its entry, or both.
#[derive(Debug, Clone)]
pub struct Line<'a> {
    /// The version.
    pub version: i64,
    /// What the history says.
    pub state: State,
    /// The file, where there is one.
    pub file: Option<&'a Planned<'a>>,
    /// The history's entry, where there is one.
    pub entry: Option<&'a Entry>,
}

impl Line<'_> {
    /// The file's name, or the one that the history has.
    #[must_use]
    pub fn name(&self) -> &str {
        match (self.file, self.entry) {
            (Some(file), _) => &file.migration.name,
            (None, Some(entry)) => &entry.name,
            (None, None) => "",
        }
    }
}

/// Compares files and entries, in the order of versions.
#[must_use]
pub fn lines<'a>(files: &'a [Planned<'a>], entries: &'a [Entry]) -> Vec<Line<'a>> {
    let highest = entries.iter().map(|entry| entry.version).max();
    let mut both: BTreeMap<i64, (Option<&Planned<'_>>, Option<&Entry>)> = BTreeMap::new();
    for file in files {
        both.entry(file.migration.version).or_default().0 = Some(file);
    }
    for entry in entries {
        both.entry(entry.version).or_default().1 = Some(entry);
    }
    let line = |(version, (file, entry))| Line { version, state: state(file, entry, highest), file, entry };
    both.into_iter().map(line).collect()
}

fn state(file: Option<&Planned<'_>>, entry: Option<&Entry>, highest: Option<i64>) -> State {
    match (file, entry) {
        (_, Some(entry)) if entry.state != EntryState::Applied => State::Interrupted,
        (Some(file), Some(entry)) => match file.migration.name == entry.name && file.checksum() == entry.checksum {
            true => State::Applied,
            false => State::Changed,
        },
        (None, _) => State::Missing,
        (Some(file), None) if highest.is_some_and(|highest| file.migration.version < highest) => State::OutOfOrder,
        (Some(_), None) => State::Pending,
    }
}

/// Why the history does not match the files, with what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The version.
    pub version: i64,
    /// What it is.
    pub state: State,
    message: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Every line that must stop a run before anything runs.
#[must_use]
pub fn mismatches(lines: &[Line<'_>], phase: Phase) -> Vec<Mismatch> {
    let highest = lines.iter().filter(|line| line.entry.is_some()).map(|line| line.version).max().unwrap_or(0);
    let applied = lines.iter().filter(|line| line.state == State::Applied);
    let last_good = applied.map(|line| line.version).max();
    let mismatch = |line: &Line<'_>| {
        let message = message(line, phase, highest, last_good)?;
        Some(Mismatch { version: line.version, state: line.state, message })
    };
    lines.iter().filter_map(mismatch).collect()
}

fn message(line: &Line<'_>, phase: Phase, highest: i64, last_good: Option<i64>) -> Option<String> {
    let folder = phase.folder();
    let repair = match phase {
        Phase::Migrations => format!("ragsql repair --version {}", line.version),
        Phase::PostLoad => format!("ragsql repair --post-load --version {}", line.version),
    };
    let shown = format!("V{}__{}", line.version, printable(line.name()));
    Some(match (line.state, line.file, line.entry) {
        (State::Changed, Some(file), Some(entry)) => format!(
            "{path} was {what} after it was applied on {on} by {by}; put the file back as it was and make the change \
             in a new file, or accept it as it is with `{repair} --action accept-change --reason …`",
            path = file.migration.file.path(),
            what = match file.migration.name == entry.name {
                true => "changed".to_owned(),
                false => format!("renamed (the history knows it as `{}`)", printable(&entry.name)),
            },
            on = entry.applied_on,
            by = printable(&entry.applied_by),
        ),
        (State::Missing, _, Some(entry)) => format!(
            "{shown} was applied on {} by {}, and its file is missing from {folder}/; restore the file or, when it is gone \
             on purpose, run `{repair} --action forget --reason …`",
            entry.applied_on,
            printable(&entry.applied_by)
        ),
        (State::OutOfOrder, Some(file), _) => format!(
            "{path} was never applied, and version {highest} above it was: it is out of order; give it a version above \
             {highest}",
            path = file.migration.file.path(),
        ),
        (State::Interrupted, _, Some(entry)) => format!(
            "{shown} runs outside a transaction, was started on {} by {} and is not finished ({}{}); when no run is \
             at work on it now, look at what it did, then finish it by hand and run `{repair} --action mark-applied \
             --reason …`, or undo it by hand and run `{repair} --action forget --reason …`",
            entry.applied_on,
            printable(&entry.applied_by),
            progress(line, entry),
            last_good.map(|version| format!("; the last finished version is {version}")).unwrap_or_default(),
        ),
        _ => return None,
    })
}

fn progress(line: &Line<'_>, entry: &Entry) -> String {
    let done = entry.batches_done;
    let Some(file) = line.file else { return format!("{} done", counted(done, "batch")) };
    format!("{done} of {} done", counted(run_count(file.migration), "batch"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    #[test]
    fn refinery_reads_name_and_checksum_as_they_are() {
        let texts = [("migrations/V20261130091500__año_日本語_9.sql", "SELECT 1\r\nGO\rSELECT 2\n")];
        let project = source::Project::from_texts(texts);
        let planned = Planned::new(&project.migrations[0]).expect("refinery takes the name");
        let stem = "V20261130091500__año_日本語_9";
        let refinery = refinery::Migration::unapplied(stem, "SELECT 1\nGO\nSELECT 2\n").expect("it is good");
        assert_eq!(planned.checksum(), refinery.checksum().to_string());
    }

    #[test]
    fn a_name_that_refinery_would_cut_is_refused() {
        let file = source::text("migrations/loose².sql", "SELECT 1");
        assert!(matches!(Planned::new(&file), Err(PlanError::CutName { .. })), "{file:?}");
    }
}
