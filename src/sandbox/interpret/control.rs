//! Control flow: IF, WHILE, TRY … CATCH, RETURN, WAITFOR.

use std::time::{Duration, Instant};

use rusqlite::types::Value;

use super::plan::Wanted;
use super::{Done, Flow, Interpreter, Stop, Unwinding};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::SqlType;
use crate::syntax::ast::Statement;
use crate::text::Span;

/// How often a wait looks whether the client has cancelled.
const POLL: Duration = Duration::from_millis(10);

impl Interpreter<'_> {
    /// `IF`.
    pub(super) fn run_if(&mut self, condition: Span, then: &Statement, otherwise: Option<&Statement>) -> Done {
        let taken = if self.holds(condition)? { Some(then) } else { otherwise };
        Ok(taken.map_or(Ok(Flow::Next), |branch| self.statement(branch))?)
    }

    /// `WHILE`.
    pub(super) fn run_while(&mut self, condition: Span, body: &Statement) -> Done {
        while self.holds(condition)? {
            match self.statement(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                returned @ Flow::Return(_) => return Ok(returned),
            }
        }
        Ok(Flow::Next)
    }

    /// `BEGIN TRY … END TRY BEGIN CATCH … END CATCH`.
    pub(super) fn run_try(&mut self, body: &[Statement], handler: &[Statement]) -> Done {
        self.tries += 1;
        let tried = self.statements(body);
        self.tries -= 1;
        let failure = match tried {
            Err(Unwinding::Thrown { failure, skips }) if skips != Some(self.depth()) => failure,
            Err(Unwinding::Thrown { failure, skips: Some(_) }) if self.tries == 0 => {
                // Nobody else catches it.
                self.tell(&failure);
                return Err(Unwinding::Scope.into());
            }
            other => return Ok(other?),
        };
        self.session.host.state().handled.push(failure.last());
        let handled = self.statements(handler);
        self.session.host.state().handled.pop();
        Ok(handled?)
    }

    /// `RETURN [status]`.
    pub(super) fn run_return(&mut self, statement: Span) -> Done {
        let word = "RETURN".len() as u32;
        let value = Span { start: statement.start + word, end: statement.end };
        if self.text(value).trim().is_empty() {
            return Ok(Flow::Return(0));
        }
        match self.value(value, Wanted::Value(SqlType::Int))? {
            (Value::Integer(status), _) => Ok(Flow::Return(i32::try_from(status).unwrap_or(0))),
            _ => Ok(Flow::Return(0)),
        }
    }

    /// `WAITFOR DELAY 'hh:mm:ss'` or a variable that holds it.
    pub(super) fn wait_for(&mut self, statement: Span) -> Done {
        let text = self.text(statement).to_owned();
        let mut words = text.splitn(3, char::is_whitespace).filter(|word| !word.is_empty());
        let (Some(_), Some(kind), Some(value)) = (words.next(), words.next(), words.next()) else {
            return Err(self.failure(SqlError::syntax("WAITFOR"), statement).into());
        };
        if !kind.eq_ignore_ascii_case("DELAY") {
            return Err(self.failure(SqlError::unknown(format!("WAITFOR {kind}")), statement).into());
        }
        let place = self.place(statement.start);
        let (value, _) = self.value_of_text(value, Wanted::Value(SqlType::Time(7)), &place)?;
        let Value::Integer(ticks) = value else { return Ok(Flow::Next) };
        self.sleep(Duration::from_nanos(u64::try_from(ticks).unwrap_or(0) * 100))?;
        self.done(None);
        Ok(Flow::Next)
    }

    fn sleep(&self, delay: Duration) -> Result<(), Stop> {
        let end = Instant::now() + delay;
        while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            if self.is_cancelled() {
                return Err(Unwinding::Cancelled.into());
            }
            std::thread::sleep(left.min(POLL));
        }
        Ok(())
    }
}
