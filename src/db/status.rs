//! `status`: each migration and what the history says about it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::source::{Migration, Phase};

use super::failure::RunError;
use super::history::History;
use super::session::Session;
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
