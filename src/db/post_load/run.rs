//! Running the steps that are ready, under the lock.

use super::super::events::{Event, Events};
use super::super::execute::{Done, Execution};
use super::super::failure::{Failed, RunError};
use super::super::runs::Rest;
use super::super::seal::Seal;
use super::super::session::Session;
use super::inspect::{self, Found};
use super::step::Step;
use super::{PostLoadOptions, StepReport, StepState};

/// The engine counts fewer rows with a vector than it asks for: that is waiting, not failure.
pub(super) const TOO_FEW_ROWS: u32 = 42266;
/// Another vector index on the column, or the row that a failed build leaves behind for about a minute.
pub(super) const INDEX_ON_COLUMN: u32 = 42230;

/// Looks at every step and runs those that are ready.
pub(super) async fn all(
    session: &mut Session,
    steps: &[Step<'_>],
    options: &PostLoadOptions,
    events: &mut dyn Events,
    applied: &mut Vec<Done>,
) -> Result<Vec<StepReport>, RunError> {
    steps.iter().try_for_each(|step| step.planned.check_variables())?;
    let mut found = Found::read(session, steps, options).await?;
    let mut reports = Vec::new();
    for step in steps {
        let mut report = inspect::one(session, step, &found, options).await?;
        inspect::stay_behind(&mut report, &reports);
        if report.state == StepState::Ready {
            if found.entries.is_none() {
                found.entries = Some(options.history.ensure(session).await?);
            }
            let pending = steps.len() - reports.len();
            let refused = send(session, step, found, options, events, applied, pending).await?;
            found = Found::read(session, steps, options).await?;
            report = inspect::one(session, step, &found, options).await?;
            judge(&mut report, refused.as_deref());
        }
        reports.push(report);
    }
    Ok(reports)
}

/// What a step is after it was sent.
fn judge(report: &mut StepReport, refused: Option<&Failed>) {
    if let Some(failed) = refused {
        report.state = StepState::Waiting;
        report.obstacles.push(format!("the server finds too few rows with a vector: {}", failed.cause));
    } else if report.state != StepState::Applied {
        report.state = StepState::Blocked;
        report
            .obstacles
            .push("the file ran to its end, and what it asks for is not there: look at its conditions".into());
    }
}

/// Sends what is still to be done of a step and records it. Gives the failure when the server finds too few rows.
async fn send(
    session: &mut Session,
    step: &Step<'_>,
    mut found: Found,
    options: &PostLoadOptions,
    events: &mut dyn Events,
    applied: &mut Vec<Done>,
    pending: usize,
) -> Result<Option<Box<Failed>>, RunError> {
    let mut pauses = options.phantom_pauses.iter();
    loop {
        let (history, limit) = (&options.history, options.timeout);
        let seal = Seal::of(found.entries.as_deref().unwrap_or_default(), step.planned.migration.version);
        let mut execution = Execution { session, history, seal, limit, events };
        let in_database = |batch: usize| step.is_to_create(batch, found.indexes());
        let rest = Rest { recorded: found.recorded(step), in_database: &in_database };
        let failed = match execution.run_rest(&step.planned, &rest).await {
            Ok(done) => {
                applied.push(done);
                return Ok(None);
            }
            Err(failed) => failed,
        };
        if failed.cause.has_number(TOO_FEW_ROWS) {
            return Ok(Some(failed));
        }
        let Some(pause) = pauses.next().filter(|_| failed.cause.has_number(INDEX_ON_COLUMN)) else {
            return Err(RunError::Failed { failed, applied: applied.clone(), pending });
        };
        let reason = "an earlier build failed, and the server has not cleaned up after it yet (Msg 42230)";
        let pause_ms = pause.as_millis() as u64;
        events.event(&Event::TryAgain { version: failed.version, reason: reason.to_owned(), pause_ms });
        tokio::time::sleep(*pause).await;
        found = Found::read(session, std::slice::from_ref(step), options).await?;
    }
}
