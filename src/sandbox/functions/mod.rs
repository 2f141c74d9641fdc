//! T-SQL's functions, and its collations, as functions of SQLite.
//!
//! The translation in [`crate::sandbox::query`] writes calls of them. Each has the name of its T-SQL
//! function in lower case after `t_`; values are as stored (see [`crate::sandbox::value`]), types are
//! texts such as `nvarchar(10)`. An error of the engine leaves SQLite as the text of a
//! [`SqlError`](crate::sandbox::error::SqlError).

mod aggregate;
mod args;
mod checks;
mod chunks;
mod conversion;
mod date;
mod embeddings;
mod fold;
mod format;
mod hash;
mod host;
mod json;
mod like;
mod number;
mod random;
mod rows;
mod text;
mod vector;

use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

use crate::sandbox::collation;
use args::{Args, Function};
pub use host::Host;

/// The same arguments have the same result, throughout one statement at least.
const STEADY: FunctionFlags = FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DETERMINISTIC);

/// Registers all functions and collations on a connection, and takes double quotes for identifiers
/// only: SQLite would read a name that it does not find as a text.
///
/// # Errors
/// SQLite's, which do not happen on a healthy connection.
pub fn register(connection: &Connection, host: Arc<dyn Host>) -> rusqlite::Result<()> {
    use rusqlite::config::DbConfig;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
    collation::register(connection)?;
    let groups = [
        checks::FUNCTIONS,
        conversion::FUNCTIONS,
        date::FUNCTIONS,
        embeddings::FUNCTIONS,
        format::FUNCTIONS,
        hash::FUNCTIONS,
        json::FUNCTIONS,
        like::FUNCTIONS,
        number::FUNCTIONS,
        random::FUNCTIONS,
        rows::FUNCTIONS,
        text::FUNCTIONS,
        vector::FUNCTIONS,
    ];
    for (name, function) in groups.into_iter().flatten() {
        scalar(connection, name, STEADY, *function)?;
    }
    host::register(connection, &host)?;
    aggregate::register(connection)
}

/// Registers a function of any number of arguments.
fn scalar(connection: &Connection, name: &str, flags: FunctionFlags, function: Function) -> rusqlite::Result<()> {
    connection.create_scalar_function(name, -1, flags, move |context| {
        function(&Args::new(context)).map_err(|error| rusqlite::Error::UserFunctionError(Box::new(error)))
    })
}
