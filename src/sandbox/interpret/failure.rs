//! How a statement fails, and how far that reaches.

use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::wire::ServerMessage;

/// How far an error reaches when nothing catches it and XACT_ABORT is OFF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sandbox) enum Reach {
    /// The statement; the next one runs.
    Statement,
    /// The batch or procedure that it stands in. A CATCH of the same one does not see it.
    Scope,
    /// The whole batch.
    Batch,
    /// The whole batch, and the transaction is rolled back.
    Transaction,
}

/// What a statement or an expression fails with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox) struct Failure {
    /// The errors in the order in which they are sent. CATCH sees the last.
    pub messages: Vec<ServerMessage>,
    /// How far it reaches.
    pub reach: Reach,
    /// Whether XACT_ABORT makes it reach further: not for RAISERROR (Learn, SET XACT_ABORT).
    pub aborts: bool,
}

/// Why the interpreter leaves statements early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox) enum Unwinding {
    /// An error on its way to a CATCH block of an outer frame or this one. `skips` is the frame whose
    /// own CATCH does not see it.
    Thrown {
        /// The error.
        failure: Failure,
        /// The depth of the frame that does not catch it.
        skips: Option<usize>,
    },
    /// The rest of this batch or procedure does not run; what is wrong was told.
    Scope,
    /// The rest of the batch does not run; what is wrong was told.
    Batch,
    /// The client cancelled.
    Cancelled,
}

/// Where a failure is told from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox) struct Place {
    /// The procedure, or empty.
    pub procedure: String,
    /// The line in the batch or procedure, from 1.
    pub line: u32,
}

impl Failure {
    /// A failure at a place.
    pub fn new(errors: impl Into<Errors>, place: &Place) -> Self {
        let Errors(errors) = errors.into();
        let reach = errors.iter().map(|error| reach_of(error.number)).max_by_key(|reach| rank(*reach));
        let messages = errors.iter().map(|error| error.at(&place.procedure, place.line)).collect();
        Self { messages, reach: reach.unwrap_or(Reach::Statement), aborts: true }
    }

    /// The error that CATCH sees.
    pub fn last(&self) -> ServerMessage {
        self.messages.last().cloned().unwrap_or_else(|| SqlError::new(0, "").at("", 1))
    }

    /// The same with another reach.
    pub fn reaching(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }
}

fn rank(reach: Reach) -> u8 {
    match reach {
        Reach::Statement => 0,
        Reach::Scope => 1,
        Reach::Batch => 2,
        Reach::Transaction => 3,
    }
}

/// How far an error reaches by its number. Errors while a statement is compiled reach its scope;
/// failed conversions and deadlocks end the batch and the transaction (Learn, SET XACT_ABORT and
/// "Database Engine error severities"; the numbers are those that scripts meet).
fn reach_of(number: i32) -> Reach {
    match number {
        102 | 105 | 111 | 134 | 137 | 156 | 195 | 206 | 207 | 208 | 209 | 2714 | 8117 | 1934 | 42248 | 42271
        | 42274 => Reach::Scope,
        crate::sandbox::error::NOT_IN_SANDBOX => Reach::Batch,
        241 | 242 | 244 | 245 | 248 | 295 | 529 | 1205 | 8114 | 8169 | 3930 => Reach::Transaction,
        _ => Reach::Statement,
    }
}
