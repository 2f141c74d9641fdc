//! refinery's part: it decides what is to run and in which order, over a session of our own.
//!
//! refinery's drivers are not used: its SQL Server driver records failed migrations as applied, since it does not
//! read replies to their end. Its traits hand us the statements; we run the files behind them.

use std::collections::{BTreeMap, VecDeque};

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
    let report = runner(files, Target::Latest).run_async(&mut planner).await?;
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
    let result = runner(files, target).run_async(&mut executor).await;
    done.append(&mut executor.done);
    match (executor.failed, result) {
        (Some(failed), _) => Err(RunError::Failed { failed, applied: done.clone() }),
        (None, Err(error)) => Err(Box::new(error).into()),
        (None, Ok(_)) => Ok(()),
    }
}

fn runner(files: &[Planned<'_>], target: Target) -> Runner {
    let migrations: Vec<Migration> = files.iter().map(|file| file.refinery.clone()).collect();
    Runner::new(&migrations).set_target(target)
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
        let applied = |entry: &Entry| {
            let checksum = entry.checksum.parse().unwrap_or_default();
            Migration::applied(entry.version, entry.name.clone(), OffsetDateTime::UNIX_EPOCH, checksum)
        };
        Ok(self.entries.iter().map(applied).collect())
    }
}

impl AsyncMigrate for Executor<'_, '_> {
    fn assert_migrations_table_query(_table: &str) -> String {
        String::new()
    }
}
