//! An error of the engine on its way from where it arises, SQLite's functions included, to the client.

use std::fmt;

use crate::sandbox::wire::ServerMessage;
use crate::syntax::query::{ParseError, Reason};

/// The number of every refusal that is the sandbox's own: what it does not know, the real engine may
/// well do. No message of the real engine has it.
pub const NOT_IN_SANDBOX: i32 = 60000;

/// An engine error without its place. [`fmt::Display`] writes it so that [`SqlError::from_text`] reads
/// it back: an error inside a SQLite function comes out of SQLite as text only.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct SqlError {
    /// The number.
    pub number: i32,
    /// The severity.
    pub class: u8,
    /// The state.
    pub state: u8,
    /// The text.
    pub message: String,
}

impl SqlError {
    /// An error of severity 16 and state 1, as most are.
    #[must_use]
    pub fn new(number: i32, message: impl Into<String>) -> Self {
        Self { number, class: 16, state: 1, message: message.into() }
    }

    /// The same error with another severity.
    #[must_use]
    pub fn class(self, class: u8) -> Self {
        Self { class, ..self }
    }

    /// The same error with another state.
    #[must_use]
    pub fn state(self, state: u8) -> Self {
        Self { state, ..self }
    }

    /// Incorrect syntax (Msg 102, severity 15).
    #[must_use]
    pub fn syntax(near: &str) -> Self {
        Self::new(102, format!("Incorrect syntax near '{near}'.")).class(15)
    }

    /// What the sandbox does not know. `what` starts a sentence: `The function SOUNDEX`.
    #[must_use]
    pub fn unknown(what: impl fmt::Display) -> Self {
        let message = format!(
            "{what} is not known to the ragsql sandbox, which emulates a part of Azure SQL Database. Nothing was \
             done. The real engine may accept it."
        );
        Self::new(NOT_IN_SANDBOX, message)
    }

    /// The error whose [`fmt::Display`] a text is, when it is one.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let (head, message) = text.strip_prefix("Msg ")?.split_once(": ")?;
        let mut parts = head.split(", ");
        let number = parts.next()?.parse().ok()?;
        let class = parts.next()?.strip_prefix("Level ")?.parse().ok()?;
        let state = parts.next()?.strip_prefix("State ")?.parse().ok()?;
        Some(Self { number, class, state, message: message.to_owned() })
    }

    /// The message as a client gets it, with its place.
    #[must_use]
    pub fn at(&self, procedure: &str, line: u32) -> ServerMessage {
        ServerMessage {
            number: self.number,
            class: self.class,
            state: self.state,
            message: self.message.clone(),
            procedure: procedure.to_owned(),
            line,
        }
    }
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Msg {}, Level {}, State {}: {}", self.number, self.class, self.state, self.message)
    }
}

impl From<ParseError> for SqlError {
    fn from(error: ParseError) -> Self {
        match error.reason {
            Reason::Syntax(near) => Self::syntax(&near),
            Reason::Keyword(word) => Self::new(156, format!("Incorrect syntax near the keyword '{word}'.")).class(15),
            Reason::SetOption(word) => {
                Self::new(195, format!("'{word}' is not a recognized SET option.")).class(15).state(5)
            }
            Reason::Unclosed(start) => {
                Self::new(105, format!("Unclosed quotation mark after the character string '{start}'.")).class(15)
            }
            Reason::TooDeep => Self::new(
                191,
                "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller \
                 queries.",
            )
            .class(15),
            Reason::NotKnown(what) => Self::unknown(what),
        }
    }
}

impl From<rusqlite::Error> for SqlError {
    /// The error that a function raised, or SQLite's own words under the sandbox's number.
    fn from(error: rusqlite::Error) -> Self {
        let text = match &error {
            rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
            other => other.to_string(),
        };
        Self::from_text(&text).unwrap_or_else(|| {
            Self::new(NOT_IN_SANDBOX, format!("The sandbox's storage refused the statement: {text}"))
        })
    }
}

/// Several errors of one statement, in the order in which the engine sends them. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Errors(pub Vec<SqlError>);

impl Errors {
    /// The same errors with one more after them.
    #[must_use]
    pub fn then(mut self, error: SqlError) -> Self {
        self.0.push(error);
        self
    }
}

impl From<SqlError> for Errors {
    fn from(error: SqlError) -> Self {
        Self(vec![error])
    }
}

impl From<rusqlite::Error> for Errors {
    fn from(error: rusqlite::Error) -> Self {
        SqlError::from(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_survives_sqlite() {
        let connection = rusqlite::Connection::open_in_memory().expect("opens");
        let error = SqlError::new(245, "Conversion failed: it's 5, : Level 3.").class(16).state(7);
        let raised = error.clone();
        connection
            .create_scalar_function("fails", 0, rusqlite::functions::FunctionFlags::SQLITE_UTF8, move |_| {
                Err::<i64, _>(rusqlite::Error::UserFunctionError(Box::new(raised.clone())))
            })
            .expect("registers");
        let failed = connection.query_row("SELECT fails()", [], |row| row.get::<_, i64>(0)).expect_err("fails");
        assert_eq!(SqlError::from(failed), error);
    }

    #[test]
    fn other_texts_are_the_storages_words() {
        assert_eq!(SqlError::from_text("no such table: x"), None);
        assert_eq!(SqlError::from_text("Msg 5: x"), None);
    }
}
