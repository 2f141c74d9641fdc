//! `apply`: plan, take the lock, plan again, run what is pending.

use std::time::Duration;

use crate::source::{Migration, Phase};

use super::connect::ConnectError;
use super::error::BatchError;
use super::events::{Event, Events};
use super::execute::{Aftermath, Done, Execution, Failed};
use super::history::{Entry, History};
use super::lock::{self, LockError};
use super::plan;
use super::server::Connector;
use super::session::Session;
use super::state::{self, Mismatch, PlanError, Planned};

/// What `apply` is asked to do.
#[derive(Debug, Clone)]
pub struct ApplyOptions {
    /// The history table.
    pub history: History,
    /// The last version to run; `None` is all.
    pub to_version: Option<i64>,
    /// How long to wait for another run.
    pub lock_timeout: Duration,
    /// The time limit of one batch.
    pub timeout: Option<Duration>,
}

/// What `apply` did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Applied {
    /// The files that ran, in order.
    pub applied: Vec<Done>,
    /// The files that are still pending, beyond `to_version`.
    pub pending: usize,
}

/// Why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No session.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// No lock.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// Files and history do not match; nothing was run.
    #[error("nothing was run: {}", list(.0))]
    Mismatch(Vec<Mismatch>),
    /// A name that cannot be planned.
    #[error(transparent)]
    Name(#[from] PlanError),
    /// refinery's objection.
    #[error("nothing was run: {0}")]
    Plan(#[from] Box<refinery::Error>),
    /// A file failed. What ran before it is applied.
    #[error("{failed}")]
    Failed {
        /// The file, and why.
        failed: Box<Failed>,
        /// What was applied before it.
        applied: Vec<Done>,
    },
    /// A decision about the history that cannot be carried out.
    #[error(transparent)]
    Repair(#[from] super::repair::RepairError),
    /// One of ragsql's own statements failed.
    #[error("while {doing}: {error}")]
    Own {
        /// What it was for.
        doing: &'static str,
        /// Why.
        error: BatchError,
    },
}

fn list(mismatches: &[Mismatch]) -> String {
    let lines: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
    lines.join("\n  also: ")
}

/// Makes a [`RunError::Own`].
pub(super) fn own(doing: &'static str) -> impl Fn(BatchError) -> RunError {
    move |error| RunError::Own { doing, error }
}

/// The files that would run now, in order, from a look at the history without the lock.
///
/// # Errors
/// When files and history do not match, or the history cannot be read.
pub async fn pending<'a>(
    session: &mut Session,
    migrations: &'a [Migration],
    options: &ApplyOptions,
) -> Result<Vec<&'a Migration>, RunError> {
    let files = Planned::all(migrations)?;
    let entries = options.history.read(session).await.map_err(own("reading the history"))?.unwrap_or_default();
    let versions = plan(&files, &entries, options.to_version).await?;
    Ok(versions.iter().filter_map(|version| migrations.iter().find(|file| file.version == *version)).collect())
}

/// Runs what is pending, one file after another, under the lock.
///
/// # Errors
/// See [`RunError`]. Files that ran before an error stay applied.
pub async fn apply(
    connector: &Connector,
    migrations: &[Migration],
    options: &ApplyOptions,
    events: &mut dyn Events,
) -> Result<Applied, RunError> {
    let files = Planned::all(migrations)?;
    let mut applied = Vec::new();
    loop {
        let mut session = connector.open(events).await?;
        match round(&mut session, &files, options, events, &mut applied).await {
            Ok(pending) => {
                session.close().await;
                return Ok(Applied { applied, pending });
            }
            Err(RunError::Failed { failed, .. }) => {
                drop(session);
                resolve(connector, &files, options, events, failed, &mut applied).await?;
            }
            Err(error) => return Err(error),
        }
    }
}

/// One session's run: gives how many files are left beyond `to_version`.
async fn round(
    session: &mut Session,
    files: &[Planned<'_>],
    options: &ApplyOptions,
    events: &mut dyn Events,
    applied: &mut Vec<Done>,
) -> Result<usize, RunError> {
    let before = options.history.read(session).await.map_err(own("reading the history"))?;
    let early = plan(files, before.as_deref().unwrap_or_default(), options.to_version).await?;
    if !early.is_empty() {
        lock::acquire(session, options.lock_timeout, events).await?;
        let result = locked(session, files, options, events, applied).await;
        let released = lock::release(session).await;
        result?;
        released.map_err(own("giving back the lock of this run"))?;
    }
    let all = plan(files, before.as_deref().unwrap_or_default(), None).await?;
    Ok(all.len() - early.len())
}

/// Under the lock: what another run did meanwhile is seen here.
async fn locked(
    session: &mut Session,
    files: &[Planned<'_>],
    options: &ApplyOptions,
    events: &mut dyn Events,
    applied: &mut Vec<Done>,
) -> Result<(), RunError> {
    let entries = ensure_history(session, &options.history).await?;
    let versions = plan(files, &entries, options.to_version).await?;
    if versions.is_empty() {
        return Ok(());
    }
    let execution = Execution { session, history: &options.history, limit: options.timeout, events };
    let result = plan::run(files, &entries, &versions, execution, applied).await;
    result.map_err(|failed| RunError::Failed { failed, applied: applied.clone() })
}

/// The history's entries; the table is made when it is missing.
pub(super) async fn ensure_history(session: &mut Session, history: &History) -> Result<Vec<Entry>, RunError> {
    if let Some(entries) = history.read(session).await.map_err(own("reading the history"))? {
        return Ok(entries);
    }
    for statement in history.create() {
        let made = session.batch(&statement, None, &mut |_| {}).await;
        made.map_err(own("making the history table (it takes CREATE TABLE and ALTER on its schema)"))?;
    }
    Ok(Vec::new())
}

/// Which versions are to run; every mismatch at once where there is one.
async fn plan(files: &[Planned<'_>], entries: &[Entry], to_version: Option<i64>) -> Result<Vec<i64>, RunError> {
    let lines = state::lines(files, entries);
    let mismatches = state::mismatches(&lines, Phase::Migrations);
    if !mismatches.is_empty() {
        return Err(RunError::Mismatch(mismatches));
    }
    Ok(plan::pending(files, entries, to_version).await?)
}

/// After a failure: when the connection was lost inside a transaction, the history row decides what became of
/// it, since both were in one transaction. `Ok` means that the file is applied and the run can go on.
async fn resolve(
    connector: &Connector,
    files: &[Planned<'_>],
    options: &ApplyOptions,
    events: &mut dyn Events,
    mut failed: Box<Failed>,
    applied: &mut Vec<Done>,
) -> Result<(), RunError> {
    if failed.aftermath == Aftermath::Unknown && !failed.outside_transaction {
        match recorded(connector, options, events, failed.version).await {
            Ok(true) => {
                events.event(&Event::Resolved { version: failed.version, applied: true });
                applied.extend(files.iter().find(|file| file.migration.version == failed.version).map(done));
                return Ok(());
            }
            Ok(false) => {
                events.event(&Event::Resolved { version: failed.version, applied: false });
                failed.aftermath = Aftermath::RolledBack;
            }
            // Without the server the outcome stays unknown, which the failure says.
            Err(_) => {}
        }
    }
    Err(RunError::Failed { failed, applied: applied.clone() })
}

/// Whether a version is in the history, seen by a new session that holds the lock: the server lets go of a
/// lost session's locks only after it has rolled back.
async fn recorded(
    connector: &Connector,
    options: &ApplyOptions,
    events: &mut dyn Events,
    version: i64,
) -> Result<bool, RunError> {
    let mut session = connector.open(events).await?;
    lock::acquire(&mut session, options.lock_timeout, events).await?;
    let entries = options.history.read(&mut session).await.map_err(own("reading the history"))?.unwrap_or_default();
    session.close().await;
    Ok(entries.iter().any(|entry| entry.version == version))
}

/// What is known of a file whose COMMIT arrived and whose answer did not.
fn done(planned: &Planned<'_>) -> Done {
    let migration = planned.migration;
    let batches = migration.batches.iter().map(|batch| batch.repeat as usize).sum();
    Done { version: migration.version, name: migration.name.clone(), batches, duration_ms: 0 }
}
