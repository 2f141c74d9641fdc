//! Why a run stopped, what is left of its work, and what to do.

use std::fmt;

use super::connect::ConnectError;
use super::error::BatchError;
use super::execute::Done;
use super::history::HistoryError;
use super::lock::LockError;
use super::repair::RepairError;
use super::state::{Mismatch, PlanError, State};
use crate::text::counted;

/// The access token of a connection has expired, and nothing more is done on it.
const TOKEN_EXPIRED: u32 = 37396;

/// Where in the run of a file something failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// Before its first batch: settings, the transaction, the history's "started".
    Start,
    /// In this batch, from 1.
    Batch(usize),
    /// After its last batch, when it was to be recorded.
    Record,
    /// In the COMMIT that ends it.
    Commit,
}

/// What became of the work of a file that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aftermath {
    /// Nothing of it is left, and it is not recorded.
    RolledBack,
    /// Work of these batches stays; what is missing can be seen in the database, and the next run goes on with it.
    Resumes {
        /// Batches that are done, repeats counted.
        done: usize,
    },
    /// It runs outside a transaction: these batches are done, and the history says that it was started.
    HalfDone {
        /// Batches that are done, repeats counted.
        done: usize,
    },
    /// The file itself ended the transaction, and work outside of it may stay; it is not recorded.
    Escaped,
    /// The connection was lost, and what the server did is not known.
    Unknown,
}

/// Why a file did not run to its end, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    /// The file's path in the project.
    pub file: String,
    /// Its version.
    pub version: i64,
    /// Where in its run.
    pub point: Point,
    /// The line in the file: of the statement where the server tells it, of the batch otherwise.
    pub line: u32,
    /// Whether it runs outside a transaction, and so has a history row that says "started".
    pub outside_transaction: bool,
    /// Why.
    pub cause: Cause,
    /// What is left of its work.
    pub aftermath: Aftermath,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Cause {
    /// A batch failed.
    #[error("{0}")]
    Batch(BatchError),
    /// The file's own COMMIT or ROLLBACK ended the transaction that it runs in.
    #[error(
        "the file ended the transaction that ragsql runs it in; take out the COMMIT or ROLLBACK that has no BEGIN \
         TRANSACTION before it, or put `-- ragsql: no-transaction` at its top"
    )]
    Ended,
    /// The file began a transaction and did not end it.
    #[error("the file left a transaction open (@@TRANCOUNT is {depth}, and {wanted} is right); add the missing COMMIT")]
    LeftOpen {
        /// `@@TRANCOUNT` after the last batch.
        depth: i64,
        /// What it should be.
        wanted: i64,
    },
    /// An error inside TRY…CATCH doomed the transaction.
    #[error(
        "an error was caught, and the transaction can only be rolled back (XACT_STATE is -1); let the error reach \
         ragsql: put THROW into the CATCH"
    )]
    Doomed,
    /// The file switched execution off and not on again.
    #[error(
        "the server no longer executes what it is sent: SET NOEXEC, PARSEONLY, FMTONLY or SHOWPLAN is ON; batches after \
         it were not run"
    )]
    NotExecuted,
    /// The file went to another database.
    #[error("the file went to the database `{now}` (USE) and did not come back; work on one database only")]
    OtherDatabase {
        /// Where the session is.
        now: String,
    },
    /// The file gave back the lock that the run holds.
    #[error(
        "the file gave back the lock that lets one run work at a time (sp_releaseapplock on `ragsql`), so another run may \
         be at work; take that out, and lock a resource of another name where the file needs one"
    )]
    LockGone,
    /// The file changed rows of the history that are not its own.
    #[error(
        "the file changed the history table, in which ragsql keeps what ran: rows of other files are not as they were, \
         or the table is gone; take that out (`ragsql repair` mends an entry, with a reason)"
    )]
    HistoryChanged,
    /// The history row that was to be written or changed is not there.
    #[error("the history did not take the row of this file ({} changed, and 1 is right)", counted(*rows, "row"))]
    NotRecorded {
        /// How many rows were changed.
        rows: i64,
    },
}

impl Cause {
    /// Whether the server refused something, and so nothing more was done.
    pub(super) fn is_refusal(&self) -> bool {
        matches!(self, Cause::Batch(BatchError::Server { .. }))
    }

    /// Whether it is unknown what the server did.
    pub(super) fn is_lost(&self) -> bool {
        matches!(self, Cause::Batch(error) if error.outcome_is_unknown())
    }

    /// Whether the server sent this number.
    #[must_use]
    pub fn has_number(&self, number: u32) -> bool {
        matches!(self, Cause::Batch(error) if error.has_number(number))
    }
}

impl Failed {
    /// Whom it concerns; see [`RunError::kind`].
    fn kind(&self) -> Kind {
        match (&self.aftermath, &self.cause) {
            (Aftermath::HalfDone { .. } | Aftermath::Escaped | Aftermath::Unknown, _) => Kind::Unknown,
            (_, Cause::Batch(error)) => of_batch(error),
            _ => Kind::Refused,
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        match self.point {
            Point::Start => write!(f, "it could not be started: {}", self.cause)?,
            Point::Batch(number) => write!(f, "batch {number} failed: {}", self.cause)?,
            Point::Record => write!(f, "it could not be recorded: {}", self.cause)?,
            Point::Commit => write!(f, "its COMMIT failed: {}", self.cause)?,
        }
        if let Cause::Batch(BatchError::Server { others, .. }) = &self.cause {
            for other in others {
                write!(f, "\n  also: {other}")?;
            }
        }
        write!(f, "\n  {}", self.left())
    }
}

impl std::error::Error for Failed {}

impl Failed {
    /// What is left of the file's work, and the next step.
    fn left(&self) -> String {
        match self.aftermath {
            Aftermath::RolledBack => "nothing of this file was left behind, and it is not recorded".to_owned(),
            Aftermath::Resumes { done } => {
                format!("done before it, and kept: {}; the next run goes on with this one", counted(done, "batch"))
            }
            Aftermath::HalfDone { .. } if self.point == Point::Start => {
                "nothing of it was sent, and the history may have it as started; see `ragsql status` for the ways on"
                    .to_owned()
            }
            Aftermath::HalfDone { done } => format!(
                "it runs outside a transaction: {} done, this one may be in part, and the history has the file as \
                 started; look at the database, then see `ragsql status` for the ways on",
                counted(done, "batch")
            ),
            Aftermath::Escaped => "work that the file did outside its transaction may stay, and it is not recorded: \
                                   look at the database before the next run"
                .to_owned(),
            Aftermath::Unknown if self.outside_transaction => {
                "it runs outside a transaction, and what the server did with this batch is not known; look at the \
                 database, then see `ragsql status` for the ways on"
                    .to_owned()
            }
            Aftermath::Unknown => "what the server did with it is not known: when the server is back, `ragsql status` \
                                   tells whether it is recorded; if it is, all of it is done"
                .to_owned(),
        }
    }
}

/// Why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No session.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// No lock.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The history cannot be read or made.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// Files and history do not match; nothing was run.
    #[error("nothing was run: {}", list(.0))]
    Mismatch(Vec<Mismatch>),
    /// Files that cannot be planned.
    #[error("nothing was run: {0}")]
    Files(#[from] PlanError),
    /// The database is not as the applied files left it.
    #[error("nothing was run: {0}")]
    Gate(String),
    /// refinery's objection.
    #[error("nothing was run: {0}")]
    Plan(#[from] Box<refinery::Error>),
    /// A file failed. What ran before it is applied.
    #[error("{failed}")]
    Failed {
        /// The file, and why.
        failed: Box<Failed>,
        /// What was applied before it.
        applied: Vec<Done>,
        /// How many files are still to be applied, this one counted; of steps, how many were not looked at.
        pending: usize,
    },
    /// A decision about the history that cannot be carried out.
    #[error(transparent)]
    Repair(#[from] RepairError),
    /// One of ragsql's own statements failed.
    #[error("while {doing}: {error}")]
    Own {
        /// What it was for.
        doing: &'static str,
        /// Why.
        error: BatchError,
    },
}

fn list(mismatches: &[Mismatch]) -> String {
    let lines: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
    lines.join("\n  also: ")
}

/// Makes a [`RunError::Own`].
pub(super) fn own(doing: &'static str) -> impl Fn(BatchError) -> RunError {
    move |error| RunError::Own { doing, error }
}

/// Whom a failure concerns. Each has an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The request makes no sense for these files: 64.
    Usage,
    /// The database or the history refused, and nothing was left half done: 4.
    Refused,
    /// The state is unknown or half done, and a person has to look: 5.
    Unknown,
    /// The server, the login or the lock was not to be had, and nothing was left half done: 69.
    Unavailable,
    /// The server's answer is not what ragsql's own query asks for: 70.
    Fault,
}

impl RunError {
    /// Whom it concerns.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Connect(_) | Self::Lock(LockError::Busy { .. } | LockError::Code(_)) => Kind::Unavailable,
            Self::Lock(LockError::Batch(error)) | Self::Own { error, .. } => of_batch(error),
            Self::History(HistoryError::Batch { error, .. }) => of_batch(error),
            Self::Mismatch(mismatches) if mismatches.iter().any(|one| one.state == State::Interrupted) => Kind::Unknown,
            Self::History(_) | Self::Mismatch(_) | Self::Gate(_) | Self::Plan(_) => Kind::Refused,
            Self::Files(_) | Self::Repair(_) => Kind::Usage,
            Self::Failed { failed, .. } => failed.kind(),
        }
    }
}

fn of_batch(error: &BatchError) -> Kind {
    match error {
        BatchError::Server { first, .. } if first.number == TOKEN_EXPIRED => Kind::Unavailable,
        BatchError::Server { .. } | BatchError::Timeout { .. } => Kind::Refused,
        BatchError::Shape(_) => Kind::Fault,
        BatchError::ConnectionLost { .. } | BatchError::Protocol { .. } | BatchError::Closed => Kind::Unavailable,
    }
}
