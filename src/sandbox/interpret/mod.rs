//! Runs requests: batches, procedures and dynamic text, statement by statement.

mod assign;
mod block;
mod change;
mod compile;
mod constraint;
mod control;
mod cursor;
mod define;
mod evaluate;
mod execute;
mod failure;
mod frame;
mod impersonate;
mod insert_execute;
mod message;
mod misfit;
mod plan;
mod policy;
mod property;
mod raise;
mod request;
mod rows;
mod set;
mod sight;
mod statement;
mod transaction;
mod trigger;
mod unfollowed;
mod unit;
mod views;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::types::Value;

pub(super) use cursor::Cursor;
pub(super) use failure::{Failure, Place, Reach, Unwinding};
pub(super) use frame::{Code, Frame, Running};
pub(super) use impersonate::roles;
pub(super) use plan::PlanCache;

use crate::sandbox::error::Errors;
use crate::sandbox::query::PlanColumn;
use crate::sandbox::session::Session;
use crate::sandbox::wire::{Command, Event};
use crate::text::Span;

/// What goes on after a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// The next statement.
    Next,
    /// Behind the loop.
    Break,
    /// The loop's condition.
    Continue,
    /// Behind the batch or procedure, with its status.
    Return(i32),
}

/// Result sets that `INSERT … EXEC` takes instead of the client.
#[derive(Debug, Default)]
struct Capture {
    columns: Vec<PlanColumn>,
    rows: Vec<Vec<Value>>,
}

/// Runs one request of a session.
pub(super) struct Interpreter<'r> {
    session: &'r mut Session,
    cancelled: &'r Arc<AtomicBool>,
    emit: &'r mut dyn FnMut(Event),
    /// What runs, outermost first.
    frames: Vec<Frame>,
    /// How many TRY blocks are open, in all frames.
    tries: usize,
    /// Who takes result sets, innermost last; nobody is the client.
    captures: Vec<Capture>,
    /// Output values for the client, sent after the return status.
    returned: Vec<Event>,
    /// The kind of the statement that runs.
    command: Command,
}

/// What a leaf statement comes to.
type Done = Result<Flow, Stop>;

/// Why a leaf statement ends early.
#[derive(Debug)]
enum Stop {
    /// It failed.
    Failed(Failure),
    /// Something inside it unwinds already.
    Unwinding(Unwinding),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Failed(failure)
    }
}

impl From<Unwinding> for Stop {
    fn from(unwinding: Unwinding) -> Self {
        Stop::Unwinding(unwinding)
    }
}

impl<'r> Interpreter<'r> {
    /// An interpreter for one request.
    pub fn new(session: &'r mut Session, cancelled: &'r Arc<AtomicBool>, emit: &'r mut dyn FnMut(Event)) -> Self {
        Self {
            session,
            cancelled,
            emit,
            frames: Vec::new(),
            tries: 0,
            captures: Vec::new(),
            returned: Vec::new(),
            command: Command::Other,
        }
    }

    /// How deep in calls.
    fn depth(&self) -> usize {
        self.frames.len()
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("something runs")
    }

    /// The text of a span of what runs.
    fn text(&self, span: Span) -> &str {
        self.frame().code.source.slice(span)
    }

    /// Where a byte of what runs is.
    fn place(&self, offset: u32) -> Place {
        match self.frames.last() {
            Some(frame) => Place { procedure: frame.procedure(), line: frame.code.source.position(offset).line },
            None => Place { procedure: String::new(), line: 1 },
        }
    }

    /// Errors of the statement at a span.
    fn failure(&self, errors: impl Into<Errors>, span: Span) -> Failure {
        Failure::new(errors, &self.place(span.start))
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Tells the client that a statement is done.
    fn done(&mut self, count: Option<u64>) {
        let count = count.filter(|_| !self.session.options.no_count);
        let procedure = self.depth() > 1 || self.frame().running != Running::Batch;
        (self.emit)(Event::Done { command: self.command, count, procedure });
    }

    /// Sets `@@ROWCOUNT`.
    fn count_rows(&mut self, count: u64) {
        self.session.host.state().row_count = i64::try_from(count).unwrap_or(i64::MAX);
    }
}
