//! What a step is: its file compared with the catalog, the history and the guards.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::guard::Guard;
use crate::source::Phase;

use super::super::error::BatchError;
use super::super::failure::{RunError, own};
use super::super::history::{Entry, EntryState};
use super::super::runs::{Rest, run_count, run_ranges};
use super::super::session::Session;
use super::super::state::{self, State};
use super::check;
use super::step::{self, Built, Step};
use super::{PostLoadOptions, StepReport, StepState};

/// Invalid object name: an engine without `sys.vector_indexes`, or a guard about a table that is not there.
const NO_SUCH_OBJECT: u32 = 208;
/// Invalid column name.
const NO_SUCH_COLUMN: u32 = 207;

/// What the database has, before steps are compared with it.
pub(super) struct Found {
    /// The history; `None` when its table is missing.
    pub entries: Option<Vec<Entry>>,
    /// Every vector index; `None` when the engine has none at all.
    pub built: Option<Vec<Built>>,
}

impl Found {
    /// Reads the history and, where a step is about vector indexes, the catalog.
    pub async fn read(session: &mut Session, steps: &[Step<'_>], options: &PostLoadOptions) -> Result<Self, RunError> {
        let entries = options.history.read(session).await?;
        if steps.iter().all(|step| step.indexes.is_empty()) {
            return Ok(Self { entries, built: Some(Vec::new()) });
        }
        let built = match step::built(session).await {
            Err(BatchError::Server { first, .. }) if first.number == NO_SUCH_OBJECT => None,
            other => Some(other.map_err(own("reading the vector indexes of the database"))?),
        };
        Ok(Self { entries, built })
    }

    /// The vector indexes that are there.
    pub fn indexes(&self) -> &[Built] {
        self.built.as_deref().unwrap_or_default()
    }

    /// Leaves out the indexes of these steps.
    pub fn forget_indexes(&mut self, steps: &[Step<'_>]) {
        let is_wanted = |built: &Built| {
            let mut wanted = steps.iter().flat_map(|step| &step.indexes);
            wanted.any(|wanted| wanted.table == built.table && wanted.name == built.name)
        };
        self.built = self.built.take().map(|built| built.into_iter().filter(|index| !is_wanted(index)).collect());
    }

    fn entry(&self, version: i64) -> Option<&Entry> {
        self.entries.iter().flatten().find(|entry| entry.version == version)
    }

    /// How many runs of a step's batches the history has as done; `None` when it knows nothing of the step.
    pub fn recorded(&self, step: &Step<'_>) -> Option<usize> {
        let entry = self.entry(step.planned.migration.version)?;
        Some(match entry.state {
            EntryState::Applied => run_count(step.planned.migration),
            EntryState::Started => usize::try_from(entry.batches_done).unwrap_or(0),
        })
    }
}

/// The versions of the steps that have left something: an entry in the history, or an index of theirs that is there.
pub(super) async fn begun(
    session: &mut Session,
    steps: &[Step<'_>],
    options: &PostLoadOptions,
) -> Result<BTreeSet<i64>, RunError> {
    let found = Found::read(session, steps, options).await?;
    let is_begun = |step: &&Step<'_>| {
        found.recorded(step).is_some() || step.indexes.iter().any(|wanted| wanted.found_in(found.indexes()).is_some())
    };
    Ok(steps.iter().filter(is_begun).map(|step| step.planned.migration.version).collect())
}

/// Every step.
pub(super) async fn all(
    session: &mut Session,
    steps: &[Step<'_>],
    options: &PostLoadOptions,
) -> Result<Vec<StepReport>, RunError> {
    let found = Found::read(session, steps, options).await?;
    each(session, steps, &found, options).await
}

/// Every step, compared with what was found.
pub(super) async fn each(
    session: &mut Session,
    steps: &[Step<'_>],
    found: &Found,
    options: &PostLoadOptions,
) -> Result<Vec<StepReport>, RunError> {
    let mut reports = Vec::new();
    for step in steps {
        let mut report = one(session, step, found, options).await?;
        stay_behind(&mut report, &reports);
        reports.push(report);
    }
    Ok(reports)
}

/// Steps run in their order: none is sent while one before it is half done.
pub(super) fn stay_behind(report: &mut StepReport, before: &[StepReport]) {
    let half_done = before.iter().find(|step| step.state == StepState::Interrupted);
    if let Some(first) = half_done.filter(|_| report.state == StepState::Ready) {
        report.state = StepState::Blocked;
        report.due.clear();
        report.obstacles.push(format!("V{}__{} before it is interrupted: mend that first", first.version, first.name));
    }
}

/// One step: what is there, what stands in the way, what the guards count.
pub(super) async fn one(
    session: &mut Session,
    step: &Step<'_>,
    found: &Found,
    options: &PostLoadOptions,
) -> Result<StepReport, RunError> {
    let migration = step.planned.migration;
    let built = found.indexes();
    let mut report = StepReport {
        version: migration.version,
        name: migration.name.clone(),
        state: StepState::Applied,
        guards: Vec::new(),
        obstacles: Vec::new(),
        due: Vec::new(),
        indexes: step.indexes.iter().filter_map(|wanted| wanted.found_in(built)).cloned().collect(),
    };
    if let Some((state, reasons)) = logged(step, found).or_else(|| drifted(step, built, &report.name)) {
        (report.state, report.obstacles) = (state, reasons);
    } else if !is_done(step, found) {
        hold_up(session, step, found, options, &mut report).await?;
    }
    Ok(report)
}

/// What the history decides: batches that create no vector index run once.
fn logged(step: &Step<'_>, found: &Found) -> Option<(StepState, Vec<String>)> {
    let entry = found.entry(step.planned.migration.version).filter(|_| step.has_plain_batches())?;
    let lines = state::lines(std::slice::from_ref(&step.planned), std::slice::from_ref(entry));
    let state = match lines.first()?.state {
        State::Interrupted if step.planned.checksum() == entry.checksum && step.goes_on_with_index(entry) => {
            return None;
        }
        State::Interrupted => StepState::Interrupted,
        State::Changed => StepState::Changed,
        _ => return None,
    };
    let reasons = state::mismatches(&lines, Phase::PostLoad).iter().map(ToString::to_string).collect();
    Some((state, reasons))
}

/// What the catalog decides: an index of the name is there and is another one.
fn drifted(step: &Step<'_>, built: &[Built], name: &str) -> Option<(StepState, Vec<String>)> {
    let differs = |wanted: &step::Wanted| {
        let found = wanted.found_in(built).filter(|found| !wanted.is(found))?;
        Some(format!(
            "{}.{} is on {} with metric {} and type {}, and the file asks for {} with {} and {}: `ragsql post-load rebuild \
             {name}` replaces it",
            found.table,
            found.name,
            found.column,
            found.metric,
            found.index_type,
            wanted.column,
            wanted.metric,
            wanted.index_type,
        ))
    };
    let reasons: Vec<String> = step.indexes.iter().filter_map(differs).collect();
    (!reasons.is_empty()).then_some((StepState::Drifted, reasons))
}

/// Whether every index is there and every other batch was run; of a file without batches, whether it is recorded.
fn is_done(step: &Step<'_>, found: &Found) -> bool {
    if step.planned.migration.batches.is_empty() {
        return found.recorded(step).is_some();
    }
    let there = step.indexes.iter().all(|wanted| wanted.found_in(found.indexes()).is_some());
    let done = found.recorded(step).unwrap_or(0);
    let is_done = |(batch, runs): (usize, Range<usize>)| step.creates_index(batch) || runs.end <= done;
    there && run_ranges(step.planned.migration).enumerate().all(is_done)
}

/// What stands in the way of a step that is not done: obstacles first, then guards.
async fn hold_up(
    session: &mut Session,
    step: &Step<'_>,
    found: &Found,
    options: &PostLoadOptions,
    report: &mut StepReport,
) -> Result<(), RunError> {
    report.state = StepState::Blocked;
    if found.built.is_none() {
        report.obstacles.push("this server has no vector indexes (there is no sys.vector_indexes)".to_owned());
    }
    let built = found.indexes();
    for wanted in step.indexes.iter().filter(|wanted| wanted.found_in(built).is_none()) {
        let obstacles = check::obstacles(session, wanted, built, options.refuses_policy).await;
        report.obstacles.extend(obstacles.map_err(own("looking at the table of a vector index"))?);
    }
    if report.obstacles.is_empty() {
        count(session, step, options, report).await?;
    }
    if report.obstacles.is_empty() {
        let met = report.guards.iter().all(|guard| guard.met);
        report.state = if met { StepState::Ready } else { StepState::Waiting };
    }
    if report.state == StepState::Ready {
        let in_database = |batch: usize| step.is_to_create(batch, built);
        let rest = Rest { recorded: found.recorded(step), in_database: &in_database };
        report.due = rest.due(step.planned.migration);
    }
    Ok(())
}

/// Counts the guards of a step: the implied ones, then those of its header. One of the header whose table or column
/// is not there is an obstacle.
async fn count(
    session: &mut Session,
    step: &Step<'_>,
    options: &PostLoadOptions,
    report: &mut StepReport,
) -> Result<(), RunError> {
    let implied = if options.counts_rows { step.implied_guards() } else { Vec::new() };
    let is_said = |guard: &Guard| step.planned.migration.header.guards.iter().any(|(said, _)| said == guard);
    for guard in implied.into_iter().filter(|guard| !is_said(guard)) {
        report.guards.push(check::count(session, &guard).await.map_err(own("counting a guard"))?);
    }
    let file = &step.planned.migration.file;
    for (guard, span) in &step.planned.migration.header.guards {
        match check::count(session, guard).await {
            Ok(counted) => report.guards.push(counted),
            Err(error) if error.has_number(NO_SUCH_OBJECT) || error.has_number(NO_SUCH_COLUMN) => {
                let (path, line) = (file.path(), file.position(span.start).line);
                report.obstacles.push(format!(
                    "{path}:{line}: the guard `{guard}` asks about what is not there: {error}; run `ragsql apply` first, \
                     or mend the guard"
                ));
            }
            Err(error) => return Err(own("counting a guard")(error)),
        }
    }
    Ok(())
}
