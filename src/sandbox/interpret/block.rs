//! Lists of statements: what goes on after each, and where errors go.

use super::{Failure, Flow, Interpreter, Reach, Stop, Unwinding};
use crate::sandbox::error::SqlError;
use crate::sandbox::wire::{Event, ServerMessage};
use crate::syntax::ast::Statement;

impl Interpreter<'_> {
    /// Runs statements in order.
    pub(super) fn statements(&mut self, statements: &[Statement]) -> Result<Flow, Unwinding> {
        for statement in statements {
            match self.statement(statement)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    /// Runs one statement; an error that does not reach further is told and over.
    pub(super) fn statement(&mut self, statement: &Statement) -> Result<Flow, Unwinding> {
        if self.is_cancelled() {
            return Err(Unwinding::Cancelled);
        }
        match self.run_statement(statement) {
            Ok(flow) => Ok(flow),
            Err(Stop::Unwinding(unwinding)) => Err(unwinding),
            // The storage stops where it is; that is no error of the statement.
            Err(Stop::Failed(_)) if self.is_cancelled() => Err(Unwinding::Cancelled),
            Err(Stop::Failed(failure)) => self.failed(failure),
        }
    }

    /// What a failed statement comes to.
    pub(super) fn failed(&mut self, failure: Failure) -> Result<Flow, Unwinding> {
        self.session.host.state().error = failure.last().number;
        let is_caught = self.tries > 0;
        if is_caught {
            self.doom_or_roll_back(&failure, is_caught);
            let skips = (failure.reach == Reach::Scope).then(|| self.depth());
            return Err(Unwinding::Thrown { failure, skips });
        }
        self.tell(&failure);
        self.doom_or_roll_back(&failure, is_caught);
        let aborts = failure.aborts && self.session.options.settings.xact_abort;
        match failure.reach {
            _ if aborts => Err(Unwinding::Batch),
            Reach::Statement => Ok(Flow::Next),
            Reach::Scope => Err(Unwinding::Scope),
            Reach::Batch | Reach::Transaction => Err(Unwinding::Batch),
        }
    }

    /// Sends the errors of a failure.
    pub(super) fn tell(&mut self, failure: &Failure) {
        for message in &failure.messages {
            (self.emit)(Event::Error(message.clone()));
        }
        let terminated = matches!(failure.last().number, 515 | 547 | 2601 | 2627 | 2628 | 8115 | 8134);
        if terminated && failure.reach == Reach::Statement {
            let last = failure.last();
            let text = "The statement has been terminated.";
            let message = SqlError::new(3621, text).class(0).state(0).at(&last.procedure, last.line);
            self.inform(message);
        }
    }

    /// Sends a message that is no error.
    pub(super) fn inform(&mut self, message: ServerMessage) {
        (self.emit)(Event::Info(message));
    }
}
