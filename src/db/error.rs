//! What the server and the driver answer when something fails, and what is known about their numbers.

use std::fmt;
use std::time::Duration;

use super::row::RowError;
use crate::text::printable;

/// An error as the server sent it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerError {
    /// The error's number.
    pub number: u32,
    /// The error's text.
    pub message: String,
    /// Where it was raised. The driver tells it for the first error of a batch only.
    pub origin: Option<Origin>,
}

/// The details of a [`ServerError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The state, which tells apart places that raise the same number.
    pub state: u8,
    /// The severity; 20 and above end the connection.
    pub class: u8,
    /// The procedure or trigger that raised it; empty for the batch itself.
    pub procedure: String,
    /// The line from 1, in the procedure if there is one, else in the batch.
    pub line: u32,
}

impl ServerError {
    /// The line in the batch that was sent; `None` when the error was raised inside a procedure or is not known.
    #[must_use]
    pub fn batch_line(&self) -> Option<u32> {
        let origin = self.origin.as_ref()?;
        (origin.procedure.is_empty() && origin.line > 0).then_some(origin.line)
    }

    /// Whether the server ends the connection with this error.
    pub(super) fn is_fatal(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.class >= 20)
    }
}

impl From<&tiberius::error::TokenError> for ServerError {
    fn from(error: &tiberius::error::TokenError) -> Self {
        Self {
            number: error.code(),
            message: error.message().to_owned(),
            origin: Some(Origin {
                state: error.state(),
                class: error.class(),
                procedure: error.procedure().to_owned(),
                line: error.line(),
            }),
        }
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Msg {}", self.number)?;
        if let Some(origin) = &self.origin {
            write!(f, ", Level {}, State {}", origin.class, origin.state)?;
            if !origin.procedure.is_empty() {
                write!(f, ", Procedure {}", printable(&origin.procedure))?;
            }
            if origin.line > 0 {
                write!(f, ", Line {}", origin.line)?;
            }
        }
        // Further lines of a message stand apart, so that none passes for one of ragsql's.
        write!(f, ": {}", self.message.replace('\n', "\n    "))?;
        match advice(self.number) {
            Some(advice) => write!(f, " ({advice})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ServerError {}

/// Why a batch did not end well.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BatchError {
    /// The server refused something. The reply was read to its end.
    #[error("{first}")]
    Server {
        /// The first error, usually the cause.
        first: ServerError,
        /// Every further error, in order.
        others: Vec<ServerError>,
    },
    /// The time limit was over, and the statement was cancelled.
    #[error("the statement was stopped after its time limit of {}", humantime::format_duration(*limit))]
    Timeout {
        /// The limit that was given.
        limit: Duration,
        /// Errors that came before.
        errors: Vec<ServerError>,
    },
    /// The connection ended before the reply did: what the server did with the batch is not known.
    #[error("the connection was lost before the reply was complete{}: {detail}", list(errors))]
    ConnectionLost {
        /// What the driver says.
        detail: String,
        /// Errors that came before.
        errors: Vec<ServerError>,
    },
    /// The reply could not be read, so the connection was dropped and the outcome is not known.
    #[error("the server's reply could not be read, and the connection was closed{}: {detail}", list(errors))]
    Protocol {
        /// What the driver says.
        detail: String,
        /// Errors that came before.
        errors: Vec<ServerError>,
    },
    /// The connection had ended before; nothing was sent.
    #[error("the connection has ended, so nothing was sent; open a new one")]
    Closed,
    /// The rows are not what the query was written for.
    #[error(transparent)]
    Shape(#[from] RowError),
}

impl BatchError {
    /// Every error that the server sent, the first one first.
    pub fn server_errors(&self) -> impl Iterator<Item = &ServerError> {
        let (first, others): (Option<&ServerError>, &[ServerError]) = match self {
            Self::Server { first, others } => (Some(first), others),
            Self::Timeout { errors, .. } | Self::ConnectionLost { errors, .. } | Self::Protocol { errors, .. } => {
                (None, errors)
            }
            Self::Closed | Self::Shape(_) => (None, &[]),
        };
        first.into_iter().chain(others)
    }

    /// The same error with its texts as `change` makes them.
    pub(super) fn with_texts(mut self, change: impl Fn(&str) -> String) -> Self {
        let server = |error: &mut ServerError| error.message = change(&error.message);
        match &mut self {
            Self::Server { first, others } => std::iter::once(first).chain(others).for_each(server),
            Self::Timeout { errors, .. } => errors.iter_mut().for_each(server),
            Self::ConnectionLost { errors, detail } | Self::Protocol { errors, detail } => {
                *detail = change(detail);
                errors.iter_mut().for_each(server);
            }
            Self::Closed | Self::Shape(_) => {}
        }
        self
    }

    /// Whether the server sent this number.
    #[must_use]
    pub fn has_number(&self, number: u32) -> bool {
        self.server_errors().any(|error| error.number == number)
    }

    /// Whether it is unknown if the server did what the batch says.
    #[must_use]
    pub fn outcome_is_unknown(&self) -> bool {
        matches!(self, Self::ConnectionLost { .. } | Self::Protocol { .. })
    }
}

/// ` (after Msg 1: …; Msg 2: …)`, or nothing.
fn list(errors: &[ServerError]) -> String {
    if errors.is_empty() {
        return String::new();
    }
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    format!(" (after {})", errors.join("; "))
}

/// Numbers after which the same login may succeed a little later.
///
/// Azure SQL's list (troubleshoot-common-errors-issues), SqlClient's for opening a connection, and those with
/// which Windows servers report a broken network. 4060 also says that there is no such database.
const TRANSIENT: [u32; 24] = [
    20, 64, 233, 615, 926, 4060, 4221, 10053, 10054, 10060, 10928, 10929, 40020, 40143, 40166, 40197, 40501, 40540,
    40613, 42108, 42109, 49918, 49919, 49920,
];

/// The database cannot be opened: not there, not allowed, or not ready yet.
pub(super) const NO_SUCH_DATABASE: u32 = 4060;
/// The database is not available now: it fails over, or a paused serverless database is starting.
pub(super) const NOT_AVAILABLE: u32 = 40613;

/// Whether a login that ended with this number is worth another try.
pub(super) fn is_transient(number: u32) -> bool {
    TRANSIENT.binary_search(&number).is_ok()
}

/// What a number means for the person who sees it, where the server's text does not say.
#[must_use]
pub fn advice(number: u32) -> Option<&'static str> {
    Some(match number {
        18456 => "check the user, the password or token, and that the login may use this database",
        37396 => {
            "the access token of this connection has expired: get a new one, set RAGSQL_ACCESS_TOKEN and run again"
        }
        40613 => "the database is failing over or, on serverless, starting: try again in a minute",
        40615 | 40914 => "the server's firewall does not let this address in: add a firewall or virtual network rule",
        NO_SUCH_DATABASE => "check the database's name and that the login may use it",
        1222 => "another session holds a lock on the object: try again when it is done, or raise LOCK_TIMEOUT",
        226 | 574 => {
            "this cannot run in a transaction: put it into a file of its own with `-- ragsql: no-transaction` at its top"
        }
        3998 => "an error was caught and the transaction is lost: let the error reach ragsql, put THROW into the CATCH",
        42230 => "a column takes one vector index; after a failed build the server frees it within about a minute",
        1205 => "the transaction was rolled back to end a deadlock: it is safe to run again",
        number if is_transient(number) => "trouble of the server that passes: run again in a minute",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_can_be_searched() {
        assert!(TRANSIENT.is_sorted());
        assert!([926, 4060, 40197, 40501, 40613, 49918, 49919, 49920, 4221, 615].into_iter().all(is_transient));
        assert!([102, 18456, 40615, 47073, 40914, 40532].into_iter().all(|number| !is_transient(number)));
    }

    #[test]
    fn an_error_says_where_it_was_raised() {
        let origin = |procedure: &str| Some(Origin { state: 1, class: 16, procedure: procedure.into(), line: 7 });
        let mut error = ServerError { number: 208, message: "Invalid object name 'x'.".into(), origin: origin("") };
        assert_eq!(error.to_string(), "Msg 208, Level 16, State 1, Line 7: Invalid object name 'x'.");
        assert_eq!(error.batch_line(), Some(7));
        error.origin = origin("dbo.p");
        assert_eq!(error.to_string(), "Msg 208, Level 16, State 1, Procedure dbo.p, Line 7: Invalid object name 'x'.");
        assert_eq!(error.batch_line(), None);
    }
}
