//! The guarded phase: a desired state, not a log. A vector index that is there as its file asks for it is done;
//! one that is missing is created once its guards hold; one that differs is replaced only when that is asked for.

pub mod check;
pub mod remove;
pub mod step;

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::source::{Migration, Phase};

use super::apply::{RunError, ensure_history, own};
use super::events::{Event, Events};
use super::execute::{Cause, Done, Execution, Failed};
use super::history::{Entry, History};
use super::lock;
use super::server::Connector;
use super::session::Session;
use super::state::{self, State};
use check::Counted;
use step::{Built, Step};

/// The engine counts fewer rows with a vector than it asks for: that is waiting, not failure.
const TOO_FEW_ROWS: u32 = 42266;
/// Another vector index on the column, or the row that a failed build leaves behind for about a minute.
const INDEX_ON_COLUMN: u32 = 42230;

/// What the phase is asked to do.
#[derive(Debug, Clone)]
pub struct PostLoadOptions {
    /// The history table.
    pub history: History,
    /// How long to wait for guards; `None` does not wait.
    pub wait: Option<Duration>,
    /// The pause between two looks at the guards.
    pub poll: Duration,
    /// How long to wait for another run.
    pub lock_timeout: Duration,
    /// The time limit of one batch.
    pub timeout: Option<Duration>,
    /// Whether the engine asks for 100 rows with a vector (not SQL Server 2025).
    pub counts_rows: bool,
    /// Whether the engine refuses a security policy and a vector index on one table.
    pub refuses_policy: bool,
    /// The pauses after a failed build that left its row behind.
    pub phantom_pauses: Vec<Duration>,
}

/// What a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepState {
    /// What the file asks for is there.
    Applied,
    /// It can be created now.
    Ready,
    /// A guard is not met.
    Waiting,
    /// A vector index of this name is there and differs.
    Drifted,
    /// The file has no vector index, ran, and was changed since.
    Changed,
    /// Something other than data stands in the way.
    Blocked,
    /// The file was started and is not finished.
    Interrupted,
}

/// A step as a look at the database finds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepReport {
    /// Its version.
    pub version: i64,
    /// Its name.
    pub name: String,
    /// What it is.
    pub state: StepState,
    /// Its guards, counted; not counted when the step is applied.
    pub guards: Vec<Counted>,
    /// What stands in the way beside guards, or how an index differs.
    pub obstacles: Vec<String>,
    /// The step's vector indexes that are there.
    pub indexes: Vec<Built>,
}

/// What the phase did.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct PostLoadOutcome {
    /// The steps that ran now, in order.
    pub applied: Vec<Done>,
    /// Every step as it is now.
    pub steps: Vec<StepReport>,
}

impl PostLoadOutcome {
    /// Whether a step is in one of these states.
    #[must_use]
    pub fn has(&self, states: &[StepState]) -> bool {
        self.steps.iter().any(|step| states.contains(&step.state))
    }
}

/// A word that names no step.
#[derive(Debug, thiserror::Error)]
#[error("there is no post-load step `{0}`; the steps are {1}")]
pub struct NoSuchStep(String, String);

/// The steps of the files, or those that are named by name or version.
///
/// # Errors
/// When a word names no step.
pub fn select<'a>(files: &'a [Migration], only: &[String]) -> Result<Vec<&'a Migration>, NoSuchStep> {
    let is = |file: &Migration, word: &str| file.name.eq_ignore_ascii_case(word) || file.version.to_string() == word;
    if let Some(word) = only.iter().find(|word| !files.iter().any(|file| is(file, word))) {
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        return Err(NoSuchStep(word.clone(), names.join(", ")));
    }
    Ok(files.iter().filter(|file| only.is_empty() || only.iter().any(|word| is(file, word))).collect())
}

/// Looks at every step without changing anything.
///
/// # Errors
/// When the server refuses one of the queries.
pub async fn look(
    session: &mut Session,
    files: &[&Migration],
    options: &PostLoadOptions,
) -> Result<Vec<StepReport>, RunError> {
    let entries = options.history.read(session).await.map_err(own("reading the post-load history"))?;
    let entries = entries.unwrap_or_default();
    let mut reports = Vec::new();
    for file in files {
        let step = Step::new(file)?;
        reports.push(inspect(session, &step, &entries, options).await?);
    }
    Ok(reports)
}

/// One step: what the catalog has, what stands in the way, what the guards count.
async fn inspect(
    session: &mut Session,
    step: &Step<'_>,
    entries: &[Entry],
    options: &PostLoadOptions,
) -> Result<StepReport, RunError> {
    let migration = step.planned.migration;
    let mut report = StepReport {
        version: migration.version,
        name: migration.name.clone(),
        state: StepState::Applied,
        guards: Vec::new(),
        obstacles: Vec::new(),
        indexes: Vec::new(),
    };
    let built = if step.indexes.is_empty() { Vec::new() } else { catalog(session).await? };
    report.indexes = step.indexes.iter().filter_map(|wanted| wanted.found_in(&built)).cloned().collect();
    if let Some(state) = recorded(step, entries, &mut report) {
        report.state = state;
        return Ok(report);
    }
    if let Some(state) = compare(step, &built, &mut report) {
        report.state = state;
        return Ok(report);
    }
    for wanted in step.indexes.iter().filter(|wanted| wanted.found_in(&built).is_none()) {
        let obstacles = check::obstacles(session, wanted, &built, options.refuses_policy).await;
        report.obstacles.extend(obstacles.map_err(own("looking at the table of a vector index"))?);
    }
    report.state = StepState::Blocked;
    if report.obstacles.is_empty() {
        report.guards = guards(session, step, options).await?;
        let met = report.guards.iter().all(|guard| guard.met);
        report.state = if met { StepState::Ready } else { StepState::Waiting };
    }
    Ok(report)
}

async fn catalog(session: &mut Session) -> Result<Vec<Built>, RunError> {
    step::built(session).await.map_err(own("reading the vector indexes of the database"))
}

async fn guards(session: &mut Session, step: &Step<'_>, options: &PostLoadOptions) -> Result<Vec<Counted>, RunError> {
    let mut counted = Vec::new();
    for guard in step.guards(options.counts_rows) {
        counted.push(check::count(session, &guard).await.map_err(own("counting a guard"))?);
    }
    Ok(counted)
}

/// What the history says where it decides: a step without vector indexes, or one that was interrupted.
fn recorded(step: &Step<'_>, entries: &[Entry], report: &mut StepReport) -> Option<StepState> {
    let files = std::slice::from_ref(&step.planned);
    let own: Vec<Entry> = entries.iter().filter(|entry| entry.version == report.version).cloned().collect();
    let lines = state::lines(files, &own);
    let state = match lines.first()?.state {
        State::Interrupted if !step.indexes.is_empty() => return None,
        State::Interrupted => StepState::Interrupted,
        State::Applied if step.indexes.is_empty() => return Some(StepState::Applied),
        State::Changed if step.indexes.is_empty() => StepState::Changed,
        _ => return None,
    };
    report.obstacles = state::mismatches(&lines, Phase::PostLoad).iter().map(ToString::to_string).collect();
    Some(state)
}

/// What the catalog says where it decides: every index is there, or one differs.
fn compare(step: &Step<'_>, built: &[Built], report: &mut StepReport) -> Option<StepState> {
    if step.indexes.is_empty() {
        return None;
    }
    for wanted in &step.indexes {
        if let Some(found) = wanted.found_in(built).filter(|found| !wanted.is(found)) {
            report.obstacles.push(format!(
                "{}.{} is on {} with metric {} and type {}, and the file asks for {} with {} and {}: `ragsql post-load \
                 rebuild {}` replaces it",
                found.table,
                found.name,
                found.column,
                found.metric,
                found.index_type,
                wanted.column,
                wanted.metric,
                wanted.index_type,
                report.name
            ));
        }
    }
    let all_there = step.indexes.iter().all(|wanted| wanted.found_in(built).is_some());
    match (report.obstacles.is_empty(), all_there) {
        (false, _) => Some(StepState::Drifted),
        (true, true) => Some(StepState::Applied),
        (true, false) => None,
    }
}

/// Creates what is missing, step by step, under the lock; with `wait`, looks again until the guards hold or the
/// time is over. The lock is not held while waiting. A step that waits does not hold up the others.
///
/// # Errors
/// When a batch fails, or the lock or the connection cannot be had. What ran before stays.
pub async fn apply(
    connector: &Connector,
    files: &[&Migration],
    options: &PostLoadOptions,
    events: &mut dyn Events,
) -> Result<PostLoadOutcome, RunError> {
    let deadline = options.wait.map(|wait| Instant::now() + wait);
    let mut outcome = PostLoadOutcome::default();
    loop {
        let mut session = connector.open(events).await?;
        lock::acquire(&mut session, options.lock_timeout, events).await?;
        let round = round(&mut session, files, options, events, &mut outcome.applied).await;
        if session.is_alive() {
            lock::release(&mut session).await.map_err(own("giving back the lock of this run"))?;
        }
        outcome.steps = round?;
        session.close().await;
        let goes_on = deadline.is_some_and(|deadline| Instant::now() + options.poll < deadline);
        if !outcome.has(&[StepState::Waiting]) || !goes_on {
            return Ok(outcome);
        }
        tell_waiting(&outcome.steps, events);
        tokio::time::sleep(options.poll).await;
    }
}

fn tell_waiting(steps: &[StepReport], events: &mut dyn Events) {
    for step in steps.iter().filter(|step| step.state == StepState::Waiting) {
        for guard in step.guards.iter().filter(|guard| !guard.met) {
            events.event(&Event::Waiting {
                version: step.version,
                name: step.name.clone(),
                guard: guard.guard.clone(),
                have: guard.have,
                need: guard.need,
            });
        }
    }
}

/// One look at every step, running those that are ready.
async fn round(
    session: &mut Session,
    files: &[&Migration],
    options: &PostLoadOptions,
    events: &mut dyn Events,
    applied: &mut Vec<Done>,
) -> Result<Vec<StepReport>, RunError> {
    let mut reports = Vec::new();
    let mut history_is_there = false;
    for file in files {
        let step = Step::new(file)?;
        let entries = options.history.read(session).await.map_err(own("reading the post-load history"))?;
        let mut report = inspect(session, &step, &entries.unwrap_or_default(), options).await?;
        if report.state == StepState::Ready {
            if !history_is_there {
                ensure_history(session, &options.history).await?;
                history_is_there = true;
            }
            report = run(session, &step, options, events, applied).await?;
        }
        reports.push(report);
    }
    Ok(reports)
}

/// Runs a step that is ready, and looks at it again.
async fn run(
    session: &mut Session,
    step: &Step<'_>,
    options: &PostLoadOptions,
    events: &mut dyn Events,
    applied: &mut Vec<Done>,
) -> Result<StepReport, RunError> {
    let mut pauses = options.phantom_pauses.iter();
    loop {
        let execution = Execution { session, history: &options.history, limit: options.timeout, events };
        let failed = match execute(execution, step).await {
            Ok(done) => {
                applied.push(done);
                break;
            }
            Err(failed) => failed,
        };
        if failed_with(&failed, TOO_FEW_ROWS) {
            break;
        }
        match pauses.next().filter(|_| failed_with(&failed, INDEX_ON_COLUMN)) {
            Some(pause) => {
                let reason = "an earlier build failed, and the server has not cleaned up after it yet (Msg 42230)";
                events.event(&Event::TryAgain {
                    version: failed.version,
                    reason: reason.to_owned(),
                    pause_ms: pause.as_millis() as u64,
                });
                tokio::time::sleep(*pause).await;
            }
            None => return Err(RunError::Failed { failed, applied: applied.clone() }),
        }
    }
    let entries = options.history.read(session).await.map_err(own("reading the post-load history"))?;
    inspect(session, step, &entries.unwrap_or_default(), options).await
}

fn failed_with(failed: &Failed, number: u32) -> bool {
    matches!(&failed.cause, Cause::Batch(error) if error.has_number(number))
}

/// Sends what is still to be done of a step, outside a transaction, and records it.
async fn execute(mut execution: Execution<'_>, step: &Step<'_>) -> Result<Done, Box<Failed>> {
    if step.indexes.is_empty() {
        return execution.run(&step.planned).await;
    }
    let built = step::built(execution.session).await.unwrap_or_default();
    let is_missing = |number: usize| {
        let mut wanted = step.indexes.iter().filter(|wanted| wanted.batch == number).peekable();
        wanted.peek().is_none() || wanted.any(|wanted| wanted.found_in(&built).is_none())
    };
    execution.run_without_marker(&step.planned, &is_missing).await
}
