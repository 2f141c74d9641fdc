//! refinery's part: it decides what is to run and in which order, over a session of our own.
//!
//! refinery's drivers are not used: its SQL Server driver records failed migrations as applied, since it does not
//! read replies to their end. Its traits hand us the statements; we run the files behind them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use refinery::{Migration, Runner, Target};
use refinery_core::traits::r#async::{AsyncMigrate, AsyncQuery, AsyncTransaction};
use time::OffsetDateTime;

use super::execute::{Done, Execution};
use super::failure::{Failed, RunError};
use super::history::Entry;
use super::state::Planned;

/// The run stopped; why is in [`Executor::failed`].
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// The files that refinery would run, in its order.
///
/// # Errors
/// What refinery finds wrong between files and history.
pub async fn pending<'f, 'm>(
    files: &'f [Planned<'m>],
    entries: &[Entry],
) -> Result<Vec<&'f Planned<'m>>, Box<refinery::Error>> {
    let by_version: BTreeMap<i64, &'f Planned<'m>> = files.iter().map(|file| (file.migration.version, file)).collect();
    let mut planner = Executor::new(entries, None, VecDeque::new());
    let report = runner(files, entries, Target::Latest).run_async(&mut planner).await?;
    Ok(report.applied_migrations().iter().filter_map(|next| by_version.get(&next.version()).copied()).collect())
}

/// Runs files that [`pending`] gave, from its first one on.
///
/// # Errors
/// The file that failed; everything before it in `done` is applied.
pub async fn run(
    files: &[Planned<'_>],
    entries: &[Entry],
    now: &[&Planned<'_>],
    execution: Execution<'_>,
    done: &mut Vec<Done>,
) -> Result<(), RunError> {
    let target = now.last().map_or(Target::Latest, |last| Target::Version(last.migration.version));
    let mut executor = Executor::new(entries, Some(execution), now.iter().copied().collect());
    let result = runner(files, entries, target).run_async(&mut executor).await;
    let pending = files.len().saturating_sub(entries.len() + executor.done.len());
    done.append(&mut executor.done);
    match (executor.failed, result) {
        (Some(failed), _) => Err(RunError::Failed { failed, applied: done.clone(), pending }),
        (None, Err(error)) => Err(Box::new(error).into()),
        (None, Ok(_)) => Ok(()),
    }
}

/// refinery is given names and checksums, not texts: what is recorded as it is in the project now, to be compared
/// with the history, and what is not as something to be run.
fn runner(files: &[Planned<'_>], entries: &[Entry], target: Target) -> Runner {
    let recorded: BTreeSet<i64> = entries.iter().map(|entry| entry.version).collect();
    let migration = |file: &Planned<'_>| match recorded.contains(&file.migration.version) {
        true => applied(file.migration.version, &file.migration.name, file.checksum()),
        false => file.unapplied.clone(),
    };
    let migrations: Vec<Migration> = files.iter().map(migration).collect();
    Runner::new(&migrations).set_target(target)
}

fn applied(version: i64, name: &str, checksum: &str) -> Migration {
    Migration::applied(version, name.to_owned(), OffsetDateTime::UNIX_EPOCH, checksum.parse().unwrap_or_default())
}

/// What refinery drives. Without an [`Execution`] it only lets it plan.
struct Executor<'f, 'e> {
    entries: &'f [Entry],
    execution: Option<Execution<'e>>,
    queue: VecDeque<&'f Planned<'f>>,
    done: Vec<Done>,
    failed: Option<Box<Failed>>,
}

impl<'f, 'e> Executor<'f, 'e> {
    fn new(entries: &'f [Entry], execution: Option<Execution<'e>>, queue: VecDeque<&'f Planned<'f>>) -> Self {
        Self { entries, execution, queue, done: Vec::new(), failed: None }
    }
}

impl AsyncTransaction for Executor<'_, '_> {
    type Error = Stopped;

    /// refinery sends the history's DDL alone, then each migration with the INSERT of its row. The file of the
    /// migration is the next of the queue; its own row, which knows more, is written by the execution.
    async fn execute<'q, T: Iterator<Item = &'q str> + Send + 'q>(&'q mut self, queries: T) -> Result<usize, Stopped> {
        let is_migration = queries.count() > 1;
        let Some(execution) = self.execution.as_mut().filter(|_| is_migration) else { return Ok(0) };
        let planned = self.queue.pop_front().ok_or(Stopped)?;
        match execution.run(planned).await {
            Ok(done) => self.done.push(done),
            Err(failed) => {
                self.failed = Some(failed);
                return Err(Stopped);
            }
        }
        Ok(1)
    }
}

impl AsyncQuery<Vec<Migration>> for Executor<'_, '_> {
    /// The history as it was read under the lock.
    async fn query<'q>(&'q mut self, _query: &'q str) -> Result<Vec<Migration>, Stopped> {
        Ok(self.entries.iter().map(|entry| applied(entry.version, &entry.name, &entry.checksum)).collect())
    }
}

impl AsyncMigrate for Executor<'_, '_> {
    fn assert_migrations_table_query(_table: &str) -> String {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use futures_util::FutureExt;
    use proptest::prelude::*;

    use super::*;
    use crate::db::history::EntryState;
    use crate::db::state::{self, State};
    use crate::source::{Phase, Project};

    const NAMES: [&str; 2] = ["a", "b"];
    const TEXTS: [&str; 2] = ["SELECT 1", "SELECT 2"];

    /// Files or entries: for each version a name and a text, by their numbers.
    fn versions() -> impl Strategy<Value = BTreeMap<i64, (usize, usize)>> {
        // Mostly the same name and text on both sides, so that often nothing but one thing is wrong.
        let mostly_first = || prop_oneof![8 => Just(0usize), 1 => Just(1usize)];
        proptest::collection::btree_map(0..8i64, (mostly_first(), mostly_first()), 0..8)
    }

    fn project(files: &BTreeMap<i64, (usize, usize)>) -> Project {
        let files: Vec<_> = files
            .iter()
            .map(|(version, (name, text))| (format!("migrations/V{version}__{}.sql", NAMES[*name]), TEXTS[*text]))
            .collect();
        Project::from_texts(files.iter().map(|(path, text)| (path.as_str(), *text)))
    }

    fn entries(applied: &BTreeMap<i64, (usize, usize)>) -> Vec<Entry> {
        let project = project(applied);
        let entry = |file: &crate::source::Migration| Entry {
            version: file.version,
            name: file.name.clone(),
            checksum: file.checksum.clone(),
            state: EntryState::Applied,
            batches_done: 1,
            applied_on: String::new(),
            applied_by: String::new(),
            duration_ms: None,
        };
        project.migrations.iter().map(entry).collect()
    }

    proptest! {
        /// What ragsql says of files and history, and what refinery would do, agree: refinery stops exactly where
        /// there is a mismatch, and runs exactly what is pending.
        #[test]
        fn refinery_and_the_classification_agree(files in versions(), applied in versions()) {
            let (project, entries) = (project(&files), entries(&applied));
            let files = Planned::all(&project.migrations).expect("good names, one file a version");
            let lines = state::lines(&files, &entries);
            let planned = pending(&files, &entries).now_or_never().expect("nothing is waited for");
            let mismatches = state::mismatches(&lines, Phase::Migrations);
            prop_assert_eq!(mismatches.is_empty(), planned.is_ok(), "{:?}", mismatches);
            if let Ok(planned) = planned {
                let ours: Vec<i64> =
                    lines.iter().filter(|line| line.state == State::Pending).map(|line| line.version).collect();
                prop_assert_eq!(planned.iter().map(|file| file.migration.version).collect::<Vec<_>>(), ours);
            }
        }
    }
}
