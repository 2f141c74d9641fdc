//! Functions about the session, the server and the database: `OBJECT_ID`, `DB_NAME`, `SERVERPROPERTY`,
//! `ERROR_MESSAGE`, ….

mod objects;
mod server;
mod session;

use rusqlite::types::Value;

pub use objects::parse_name;
pub(super) use server::{SERVER, version};
pub(super) use session::decimal_of;

use crate::sandbox::error::SqlError;
use crate::sandbox::host::Host;

/// The arguments of a call, as stored.
#[derive(Clone, Copy)]
struct Arguments<'a>(&'a [Value]);

impl Arguments<'_> {
    /// An argument as text; `None` where it is NULL or missing.
    fn text(&self, at: usize) -> Option<String> {
        match self.0.get(at)? {
            Value::Text(text) => Some(text.clone()),
            Value::Integer(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// An argument as a number; `None` where it is NULL or missing.
    fn number(&self, at: usize) -> Option<i64> {
        match self.0.get(at)? {
            Value::Integer(number) => Some(*number),
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// How many were given.
    fn count(&self) -> usize {
        self.0.len()
    }
}

/// Calls a function by its upper-case name.
///
/// # Errors
/// When the sandbox does not know it.
pub(super) fn call(host: &Host, function: &str, arguments: &[Value]) -> Result<Value, SqlError> {
    let arguments = Arguments(arguments);
    let state = host.state();
    let known = objects::call(host, &state, function, arguments)
        .or_else(|| session::call(host, &state, function, arguments))
        .or_else(|| server::call(host, function, arguments));
    known.ok_or_else(|| SqlError::unknown(format!("The function {function}")))
}

/// A text, or NULL.
fn text(value: Option<impl Into<String>>) -> Value {
    value.map_or(Value::Null, |text| Value::Text(text.into()))
}

/// A number, or NULL.
fn number(value: Option<impl Into<i64>>) -> Value {
    value.map_or(Value::Null, |number| Value::Integer(number.into()))
}

/// A yes or a no.
fn flag(value: bool) -> Value {
    Value::Integer(value.into())
}
