//! `apply`: plan, take the lock, plan again, run what is pending.

use std::time::Duration;

use crate::source::{Migration, Phase};

use super::events::{Event, Events};
use super::execute::{Done, Execution};
use super::failure::{Aftermath, Failed, Point, RunError};
use super::held::Gate;
use super::history::{Entry, History};
use super::lock;
use super::plan;
use super::seal::Seal;
use super::server::Connector;
use super::session::Session;
use super::state::{self, Mismatch, PlanError, Planned, State};
use super::traces::leaves_traces;

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

/// The files that would run now, in order, from a look at the history without the lock.
///
/// # Errors
/// When files and history do not match, or the history cannot be read.
pub async fn pending<'a>(
    session: &mut Session,
    migrations: &'a [Migration],
    options: &ApplyOptions,
) -> Result<Vec<&'a Migration>, RunError> {
    let files = prepare(migrations, options)?;
    let entries = options.history.read(session).await?.unwrap_or_default();
    let pending = plan(&files, &entries).await?;
    let due: Vec<_> = due(pending, options.to_version).collect();
    for file in &due {
        file.check_transaction()?;
    }
    Ok(due.into_iter().map(|file| file.migration).collect())
}

/// The same, when the gate lets them pass. It is asked as a run asks it, but without the lock.
///
/// # Errors
/// See [`pending`]; [`RunError::Gate`] where a run would stop at it.
pub async fn pending_through<'a>(
    session: &mut Session,
    migrations: &'a [Migration],
    gate: &Gate<'_>,
    options: &ApplyOptions,
) -> Result<Vec<&'a Migration>, RunError> {
    let due = pending(session, migrations, options).await?;
    if !due.is_empty() {
        let entries = options.history.read(session).await?.unwrap_or_default();
        gate.check(session, &entries, &due).await?;
    }
    Ok(due)
}

/// Runs what is pending, one file after another, under the lock; the gate is asked once, before the first of them.
///
/// # Errors
/// See [`RunError`]. Files that ran before an error stay applied.
pub async fn apply(
    connector: &Connector,
    migrations: &[Migration],
    options: &ApplyOptions,
    gate: Option<&Gate<'_>>,
    events: &mut dyn Events,
) -> Result<Applied, RunError> {
    let mut run = Run { files: prepare(migrations, options)?, options, gate, applied: Vec::new() };
    loop {
        let mut session = connector.open(events).await?;
        match run.stretch(&mut session, events).await {
            Ok(Stretch::Over { pending }) => {
                session.close().await;
                return Ok(Applied { applied: run.applied, pending });
            }
            Ok(Stretch::Continues) => session.close().await,
            Err(RunError::Failed { failed, pending, .. }) => {
                drop(session);
                let so_far = Applied { applied: run.applied.clone(), pending };
                run.applied.push(resolve(connector, options, events, failed, so_far).await?);
            }
            Err(error) => return Err(error),
        }
    }
}

/// The files in order, when they can be planned.
fn prepare<'a>(migrations: &'a [Migration], options: &ApplyOptions) -> Result<Vec<Planned<'a>>, PlanError> {
    let files = Planned::all(migrations)?;
    let versions = || files.iter().map(|file| file.migration.version);
    match options.to_version {
        Some(version) if !versions().any(|other| other == version) => {
            Err(PlanError::NoVersion { version, below: versions().filter(|other| *other < version).max() })
        }
        _ => Ok(files),
    }
}

/// A run, over as many sessions as it takes.
struct Run<'a> {
    files: Vec<Planned<'a>>,
    options: &'a ApplyOptions,
    /// What is still to be asked before anything runs.
    gate: Option<&'a Gate<'a>>,
    applied: Vec<Done>,
}

/// What one session did of a run.
enum Stretch {
    /// All that is to be done; so many files are pending beyond `to_version`.
    Over { pending: usize },
    /// The last file may have left something in the session: the next one gets a new session.
    Continues,
}

impl Run<'_> {
    /// Does as much of the run as one session is good for.
    async fn stretch(&mut self, session: &mut Session, events: &mut dyn Events) -> Result<Stretch, RunError> {
        let entries = self.options.history.read(session).await?.unwrap_or_default();
        match plan(&self.files, &entries).await {
            Ok(pending) if due(pending.iter().copied(), self.options.to_version).next().is_none() => {
                return Ok(Stretch::Over { pending: pending.len() });
            }
            Ok(pending) => due(pending, self.options.to_version).try_for_each(Planned::check)?,
            // What seems to be interrupted may be running: under the lock it is not.
            Err(RunError::Mismatch(mismatches)) if mismatches.iter().any(is_interrupted) => {}
            Err(error) => return Err(error),
        }
        let timeout = self.options.lock_timeout;
        lock::held(session, timeout, events, async |session, events| self.locked(session, events).await).await
    }

    /// Under the lock: what another run did meanwhile is seen here.
    async fn locked(&mut self, session: &mut Session, events: &mut dyn Events) -> Result<Stretch, RunError> {
        let entries = self.options.history.ensure(session).await?;
        let pending = plan(&self.files, &entries).await?;
        let due: Vec<_> = due(pending.iter().copied(), self.options.to_version).collect();
        due.iter().try_for_each(|file| file.check())?;
        let first_traces = due.iter().position(|file| leaves_traces(file.migration));
        let now = first_traces.map_or(&due[..], |at| &due[..=at]);
        if let Some(first) = now.first() {
            if let Some(gate) = self.gate.take() {
                let due: Vec<_> = due.iter().map(|file| file.migration).collect();
                gate.check(session, &entries, &due).await?;
            }
            let (history, limit) = (&self.options.history, self.options.timeout);
            let seal = Seal::of(&entries, first.migration.version);
            let execution = Execution { session, history, seal, limit, events };
            plan::run(&self.files, &entries, now, execution, &mut self.applied).await?;
        }
        Ok(match now.len() < due.len() {
            true => Stretch::Continues,
            false => Stretch::Over { pending: pending.len() - due.len() },
        })
    }
}

fn is_interrupted(mismatch: &Mismatch) -> bool {
    mismatch.state == State::Interrupted
}

/// The files that are to run; every mismatch at once where there is one.
async fn plan<'f, 'm>(files: &'f [Planned<'m>], entries: &[Entry]) -> Result<Vec<&'f Planned<'m>>, RunError> {
    let lines = state::lines(files, entries);
    let mismatches = state::mismatches(&lines, Phase::Migrations);
    if !mismatches.is_empty() {
        return Err(RunError::Mismatch(mismatches));
    }
    Ok(plan::pending(files, entries).await?)
}

/// The pending files up to a version.
fn due<'f, 'm: 'f>(
    pending: impl IntoIterator<Item = &'f Planned<'m>>,
    to_version: Option<i64>,
) -> impl Iterator<Item = &'f Planned<'m>> {
    let is_due = move |file: &&Planned<'_>| to_version.is_none_or(|last| file.migration.version <= last);
    pending.into_iter().filter(is_due)
}

/// After a failure: when a COMMIT was not answered, the history row decides what became of the file, since both
/// were in one transaction. `Ok` means that the file is applied and the run can go on.
async fn resolve(
    connector: &Connector,
    options: &ApplyOptions,
    events: &mut dyn Events,
    mut failed: Box<Failed>,
    so_far: Applied,
) -> Result<Done, RunError> {
    if failed.point == Point::Commit {
        // Without the server the outcome stays unknown, which the failure says.
        if let Ok(recorded) = recorded(connector, options, events, failed.version).await {
            events.event(&Event::Resolved { version: failed.version, applied: recorded.is_some() });
            match recorded {
                Some(entry) => return Ok(done(&entry)),
                None => failed.aftermath = Aftermath::RolledBack,
            }
        }
    }
    Err(RunError::Failed { failed, applied: so_far.applied, pending: so_far.pending })
}

/// A version's entry, seen by a new session that holds the lock: the server lets go of a lost session's locks only
/// after it has rolled back.
async fn recorded(
    connector: &Connector,
    options: &ApplyOptions,
    events: &mut dyn Events,
    version: i64,
) -> Result<Option<Entry>, RunError> {
    let mut session = connector.open(events).await?;
    lock::acquire(&mut session, options.lock_timeout, events).await?;
    let entries = options.history.read(&mut session).await?.unwrap_or_default();
    session.close().await;
    Ok(entries.into_iter().find(|entry| entry.version == version))
}

/// What is known of a file whose COMMIT arrived and whose answer did not.
fn done(entry: &Entry) -> Done {
    Done {
        version: entry.version,
        name: entry.name.clone(),
        batches: usize::try_from(entry.batches_done).unwrap_or_default(),
        duration_ms: entry.duration_ms.and_then(|ms| ms.try_into().ok()).unwrap_or_default(),
    }
}
