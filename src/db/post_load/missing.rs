//! Steps that ran and whose files are gone: the history alone knows them.

use crate::source::{Migration, Phase};

use super::super::failure::RunError;
use super::super::history::History;
use super::super::session::Session;
use super::super::state::{self, Planned, State};
use super::{StepReport, StepState};

/// Every step that the history has and the project has not. `files` are all of the project's.
///
/// # Errors
/// When the history cannot be read.
pub async fn steps(session: &mut Session, files: &[Migration], history: &History) -> Result<Vec<StepReport>, RunError> {
    let files = Planned::all(files)?;
    let entries = history.read(session).await?.unwrap_or_default();
    let lines: Vec<_> = state::lines(&files, &entries).into_iter().filter(|line| line.file.is_none()).collect();
    let reasons = state::mismatches(&lines, Phase::PostLoad);
    let report = |(line, reason): (&state::Line<'_>, &state::Mismatch)| StepReport {
        version: line.version,
        name: line.name().to_owned(),
        state: if line.state == State::Interrupted { StepState::Interrupted } else { StepState::Missing },
        guards: Vec::new(),
        obstacles: vec![reason.to_string()],
        due: Vec::new(),
        indexes: Vec::new(),
    };
    Ok(lines.iter().zip(&reasons).map(report).collect())
}
