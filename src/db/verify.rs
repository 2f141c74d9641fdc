//! Asking the health checks, one after another. What they write they roll back.

use std::time::Duration;

use crate::verify::{Answer, Outcome, PROLOGUE, Question, Report};

use super::error::BatchError;
use super::events::Events;
use super::failure::{RunError, own};
use super::row::{Row, RowError};
use super::server::Connector;
use super::session::Session;
use super::sql::PRELUDE;

/// What every text of a check ends with here.
const EPILOGUE: &str = "\nSELECT outcome, found FROM @result;";

/// Asks every question. One that the server refuses is not checked, and leaves nothing to the next: it has a session of
/// its own.
///
/// # Errors
/// When the server cannot be reached, or the connection is lost.
pub async fn verify(
    connector: &Connector,
    questions: &[Question],
    limit: Option<Duration>,
    events: &mut dyn Events,
) -> Result<Report, RunError> {
    let mut session = None;
    let mut report = Report::default();
    for question in questions {
        let mut current = match session.take() {
            Some(session) => session,
            None => opened(connector, events, &mut report).await?,
        };
        let (answers, is_clean) = answers(&mut current, question, limit).await?;
        session = Some(current).filter(|_| is_clean);
        report.add(question.check, answers);
    }
    Ok(report)
}

async fn opened(connector: &Connector, events: &mut dyn Events, report: &mut Report) -> Result<Session, RunError> {
    let mut session = connector.open(events).await?;
    let prelude = format!("{PRELUDE} SET NOCOUNT ON;");
    session.batch(&prelude, None, &mut |_| {}).await.map_err(own("preparing a session"))?;
    let facts = session.facts().await.map_err(own("asking the server who it is"))?;
    (report.database, report.server) = (facts.database, facts.server);
    Ok(session)
}

/// The answers to a question, and whether the session can be used for the next.
async fn answers(
    session: &mut Session,
    question: &Question,
    limit: Option<Duration>,
) -> Result<(Vec<Answer>, bool), RunError> {
    let text = match &question.text {
        Ok(text) => text,
        Err(answer) => return Ok((vec![answer.clone()], true)),
    };
    let sets = session.query_sets(&format!("{PROLOGUE}{text}{EPILOGUE}"), limit).await;
    match sets.and_then(|sets| read(sets, question).map_err(BatchError::from)) {
        Ok(answers) => Ok((answers, true)),
        Err(error @ (BatchError::Server { .. } | BatchError::Timeout { .. } | BatchError::Shape(_))) => {
            let found = format!("the check ended in an error: {error}");
            Ok((vec![answer(question, Outcome::NotChecked, found)], false))
        }
        Err(error) => Err(own("asking a check")(error)),
    }
}

/// The last result set: those before it are what a procedure says.
fn read(sets: Vec<Vec<Row>>, question: &Question) -> Result<Vec<Answer>, RowError> {
    let rows = sets.into_iter().last().unwrap_or_default();
    let one = |row: &Row| {
        let word: String = row.get("outcome")?;
        let outcome = Outcome::of(&word).unwrap_or(Outcome::NotChecked);
        Ok(answer(question, outcome, row.get("found")?))
    };
    rows.iter().map(one).collect()
}

fn answer(question: &Question, outcome: Outcome, found: String) -> Answer {
    Answer { subject: question.subject.clone(), outcome, found }
}
