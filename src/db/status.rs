//! `status`: both phases as a database has them, each migration with what the history says about it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::source::{Migration, Phase, Project};

use super::failure::{RunError, own};
use super::history::History;
use super::lock;
use super::post_load::{self, PostLoadOptions, StepReport, StepState};
use super::session::{ServerFacts, Session};
use super::state::{self, Line, Mismatch, Planned, State};

/// One migration, with what the history knows of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileStatus {
    /// Its version.
    pub version: i64,
    /// Its name.
    pub name: String,
    /// What the history says.
    pub state: State,
    /// When it ran, UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applied_on: Option<String>,
    /// Who ran it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applied_by: Option<String>,
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<i64>,
    /// What is wrong and what to do, where something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Everything that `status` tells.
#[derive(Debug, Clone)]
pub struct Status {
    /// Server and database.
    pub facts: ServerFacts,
    /// Each migration.
    pub migrations: Vec<FileStatus>,
    /// Each post-load step.
    pub post_load: Vec<StepReport>,
    /// What is interrupted is not: a run is at work, so long as it holds the lock.
    pub running: bool,
}

impl Status {
    /// Whether a file was started and is not finished.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.migrations.iter().any(|file| file.state == State::Interrupted)
            || self.post_load.iter().any(|step| step.state == StepState::Interrupted)
    }
}

/// Both phases, where what is interrupted is told from what runs now.
///
/// # Errors
/// When files and history do not match, or the database cannot be read.
pub async fn status(
    session: &mut Session,
    project: &Project,
    history: &History,
    options: &PostLoadOptions,
) -> Result<Status, RunError> {
    let look = async |session: &mut Session| both_phases(session, project, history, options).await;
    let (status, running) = lock::settled(session, look, Status::is_interrupted).await?;
    Ok(Status { running, ..status })
}

/// Files and steps as the database has them now.
async fn both_phases(
    session: &mut Session,
    project: &Project,
    history: &History,
    options: &PostLoadOptions,
) -> Result<Status, RunError> {
    let facts = session.facts().await.map_err(own("asking the server who it is"))?;
    let migrations = migrations(session, &project.migrations, history).await?;
    let post_load = post_load::every(session, &project.post_load, options).await?;
    Ok(Status { facts, migrations, post_load, running: false })
}

/// Every migration, in the order of versions. Nothing is created: a missing history table means that nothing ran.
///
/// # Errors
/// When the history cannot be read.
pub async fn migrations(
    session: &mut Session,
    migrations: &[Migration],
    history: &History,
) -> Result<Vec<FileStatus>, RunError> {
    let files = Planned::all(migrations)?;
    let entries = history.read(session).await?.unwrap_or_default();
    let lines = state::lines(&files, &entries);
    let problems = state::mismatches(&lines, Phase::Migrations);
    let problems: BTreeMap<i64, &Mismatch> = problems.iter().map(|problem| (problem.version, problem)).collect();
    let status = |line: &Line<'_>| {
        let problem = problems.get(&line.version);
        FileStatus {
            version: line.version,
            name: line.name().to_owned(),
            state: line.state,
            applied_on: line.entry.map(|entry| format!("{}Z", entry.applied_on)),
            applied_by: line.entry.map(|entry| entry.applied_by.clone()),
            duration_ms: line.entry.and_then(|entry| entry.duration_ms),
            problem: problem.map(|problem| problem.to_string()),
        }
    };
    Ok(lines.iter().map(status).collect())
}
