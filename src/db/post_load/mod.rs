//! The guarded phase: a desired state, not a log. A vector index that is there as its file asks for it is done;
//! one that is missing is created once its guards hold; one that differs is replaced only when that is asked for.

pub mod check;
mod inspect;
pub mod missing;
pub mod remove;
mod run;
pub mod step;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::source::Migration;

use super::events::{Event, Events};
use super::execute::Done;
use super::failure::RunError;
use super::history::History;
use super::lock;
use super::server::Connector;
use super::session::Session;
use check::Counted;
use step::{Built, Step};

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
    /// The file holds more than vector indexes, ran, and was changed since.
    Changed,
    /// Something other than data stands in the way.
    Blocked,
    /// A batch of the file that creates no vector index was started and is not finished.
    Interrupted,
    /// The file ran, and is not there today.
    Missing,
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
    /// When it is ready: the batches that would be sent, by their numbers from 0, each with how often.
    #[serde(skip)]
    pub due: Vec<(usize, usize)>,
}

/// What the phase did.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct PostLoadOutcome {
    /// The steps that ran now, in order.
    pub applied: Vec<Done>,
    /// Every step as it is now.
    pub steps: Vec<StepReport>,
    /// What is interrupted is not: a run is at work, so long as it holds the lock.
    pub running: bool,
}

impl PostLoadOutcome {
    /// The outcome with further steps in it, in the order of versions.
    #[must_use]
    pub fn with(mut self, further: Vec<StepReport>) -> Self {
        self.steps.extend(further);
        self.steps.sort_by_key(|step| step.version);
        self
    }

    /// Whether a step is in one of these states.
    #[must_use]
    pub fn has(&self, states: &[StepState]) -> bool {
        self.steps.iter().any(|step| states.contains(&step.state))
    }
}

/// What the phase does when the server answers with this number, where that is not to fail.
#[must_use]
pub fn handling(number: u32) -> Option<&'static str> {
    match number {
        run::TOO_FEW_ROWS => Some(
            "waiting, not failure (exit code 3): the guard of 100 rows with a vector is counted before anything is sent, \
             and --wait looks again until it holds",
        ),
        run::INDEX_ON_COLUMN => Some(
            "another vector index on the column is told before anything is sent; after a failed build it is tried again, \
             with pauses, until the server has cleaned up",
        ),
        _ => None,
    }
}

/// A word that names no step.
#[derive(Debug, thiserror::Error)]
#[error("there is no post-load step `{word}`; the steps are {steps}")]
pub struct NoSuchStep {
    /// The word.
    pub word: String,
    steps: String,
}

/// The steps of the files, or those that are named by name or version.
///
/// # Errors
/// When a word names no step.
pub fn select<'a>(files: &'a [Migration], only: &[String]) -> Result<Vec<&'a Migration>, NoSuchStep> {
    let is = |file: &Migration, word: &str| file.name.eq_ignore_ascii_case(word) || file.version.to_string() == word;
    if let Some(word) = only.iter().find(|word| !files.iter().any(|file| is(file, word))) {
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        return Err(NoSuchStep { word: word.clone(), steps: names.join(", ") });
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
    let steps = files.iter().map(|file| Step::new(file)).collect::<Result<Vec<_>, _>>()?;
    inspect::all(session, &steps, options).await
}

/// The same, where what is interrupted is told from what runs now.
///
/// # Errors
/// See [`look`].
pub async fn look_settled(
    session: &mut Session,
    files: &[&Migration],
    options: &PostLoadOptions,
) -> Result<PostLoadOutcome, RunError> {
    let look = async |session: &mut Session| look(session, files, options).await;
    let is_interrupted = |steps: &Vec<StepReport>| steps.iter().any(|step| step.state == StepState::Interrupted);
    let (steps, running) = lock::settled(session, look, is_interrupted).await?;
    Ok(PostLoadOutcome { steps, running, ..PostLoadOutcome::default() })
}

/// Every step of a project, and those whose files are gone, in the order of their versions.
///
/// # Errors
/// See [`look`].
pub async fn every(
    session: &mut Session,
    files: &[Migration],
    options: &PostLoadOptions,
) -> Result<Vec<StepReport>, RunError> {
    let known: Vec<&Migration> = files.iter().collect();
    let mut steps = look(session, &known, options).await?;
    steps.extend(missing::steps(session, files, &options.history).await?);
    steps.sort_by_key(|step| step.version);
    Ok(steps)
}

/// The versions of the steps that have left something in the database. No guard is counted.
///
/// # Errors
/// See [`look`].
pub async fn begun(
    session: &mut Session,
    files: &[&Migration],
    options: &PostLoadOptions,
) -> Result<BTreeSet<i64>, RunError> {
    let steps = files.iter().map(|file| Step::new(file)).collect::<Result<Vec<_>, _>>()?;
    inspect::begun(session, &steps, options).await
}

/// Looks at every step as if its vector indexes were dropped: whether they could be created again.
///
/// # Errors
/// See [`look`].
pub async fn rehearse(
    session: &mut Session,
    files: &[&Migration],
    options: &PostLoadOptions,
) -> Result<Vec<StepReport>, RunError> {
    let steps = files.iter().map(|file| Step::new(file)).collect::<Result<Vec<_>, _>>()?;
    let mut found = inspect::Found::read(session, &steps, options).await?;
    found.forget_indexes(&steps);
    inspect::each(session, &steps, &found, options).await
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
    let steps = files.iter().map(|file| Step::new(file)).collect::<Result<Vec<_>, _>>()?;
    let started = Instant::now();
    let mut outcome = PostLoadOutcome::default();
    loop {
        let mut session = connector.open(events).await?;
        outcome.steps = inspect::all(&mut session, &steps, options).await?;
        // What seems to be interrupted may be running: under the lock it is not.
        if outcome.has(&[StepState::Ready, StepState::Interrupted]) {
            outcome.steps = locked(&mut session, &steps, options, events, &mut outcome.applied).await?;
        }
        session.close().await;
        let (Some(wait), true) = (options.wait, outcome.has(&[StepState::Waiting])) else { return Ok(outcome) };
        let waited = started.elapsed();
        let is_over = waited >= wait;
        tell(&outcome.steps, Some(waited).filter(|_| is_over), events);
        if is_over {
            return Ok(outcome);
        }
        tokio::time::sleep(options.poll.min(wait - waited)).await;
    }
}

/// One look at every step, running those that are ready.
async fn locked(
    session: &mut Session,
    steps: &[Step<'_>],
    options: &PostLoadOptions,
    events: &mut dyn Events,
    applied: &mut Vec<Done>,
) -> Result<Vec<StepReport>, RunError> {
    lock::held(session, options.lock_timeout, events, async |session, events| {
        run::all(session, steps, options, events, applied).await
    })
    .await
}

/// Tells each guard that is not met; how long was waited for it, where the time is over.
fn tell(steps: &[StepReport], over: Option<Duration>, events: &mut dyn Events) {
    let waiting = steps.iter().filter(|step| step.state == StepState::Waiting);
    let unmet = waiting.flat_map(|step| step.guards.iter().filter(|guard| !guard.met).map(move |guard| (step, guard)));
    for (step, guard) in unmet {
        let (version, name) = (step.version, step.name.clone());
        let Counted { guard, have, need, missing, .. } = guard.clone();
        events.event(&match over.map(|waited| waited.as_millis() as u64) {
            None => Event::Waiting { version, name, guard, have, need, missing },
            Some(waited_ms) => Event::WaitOver { version, name, guard, have, need, missing, waited_ms },
        });
    }
}
