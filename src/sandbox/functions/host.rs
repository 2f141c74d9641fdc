//! Functions that the session answers.

use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::Value;

use super::STEADY;
use super::args::{Answer, Args};
use crate::sandbox::error::SqlError;
use crate::sandbox::value::{SqlType, convert};

/// What the functions ask the session that runs the statement.
pub trait Host: Send + Sync + 'static {
    /// The time of the statement, in UTC: units of 100 ns since 0001-01-01. The same throughout one
    /// statement, as in the engine.
    fn now(&self) -> i64;

    /// A variable's value as stored (see [`crate::sandbox::value`]), its name in lower case with the `@`.
    /// Only for a variable that the statement assigns while it runs; every other one is bound as a
    /// parameter.
    ///
    /// # Errors
    /// When there is no such variable.
    fn variable(&self, name: &str) -> Result<Value, SqlError>;

    /// The next value of a table's identity column. `table` is the table's name in SQLite without quotes:
    /// `schema.table` in lower case, or the physical name of a table of the session.
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
    /// `ERROR_MESSAGE`, `SCOPE_IDENTITY`, …, its name in upper case, its arguments and its result as
    /// stored: a `numeric` (`SCOPE_IDENTITY`, `IDENT_CURRENT`) as
    /// [`decimal::encode`](crate::sandbox::value::decimal::encode), a `sql_variant` as
    /// [`variant::wrap`](crate::sandbox::value::variant::wrap).
    ///
    /// # Errors
    /// What the function itself raises.
    fn call(&self, function: &str, arguments: &[Value]) -> Answer;
}

/// What is asked for may change while the statement runs.
const UNSTEADY: FunctionFlags = FunctionFlags::SQLITE_UTF8;

pub(super) fn register(connection: &Connection, host: &Arc<dyn Host>) -> rusqlite::Result<()> {
    add(connection, "t_now", STEADY, host, now)?;
    add(connection, "t_session", STEADY, host, session)?;
    add(connection, "t_variable", UNSTEADY, host, |host, args| host.variable(args.text(0)))?;
    add(connection, "t_next_identity", UNSTEADY, host, |host, args| {
        host.next_identity(args.text(0)).map(Value::Integer)
    })?;
    add(connection, "t_next_value", UNSTEADY, host, |host, args| host.next_sequence(args.text(0)).map(Value::Integer))?;
    add(connection, "t_identity_inserted", UNSTEADY, host, identity_inserted)
}

type HostFunction = fn(&dyn Host, &Args<'_, '_>) -> Answer;

fn add(
    connection: &Connection,
    name: &str,
    flags: FunctionFlags,
    host: &Arc<dyn Host>,
    function: HostFunction,
) -> rusqlite::Result<()> {
    let host = Arc::clone(host);
    connection.create_scalar_function(name, -1, flags, move |context: &mut Context<'_>| {
        function(&*host, &Args::new(context)).map_err(|error| rusqlite::Error::UserFunctionError(Box::new(error)))
    })
}

/// `t_now('type')`.
fn now(host: &dyn Host, args: &Args<'_, '_>) -> Answer {
    convert::convert(Value::Integer(host.now()), SqlType::DateTime2(7), args.data_type(0)?, None)
}

/// `t_session('FUNCTION', …)`.
fn session(host: &dyn Host, args: &Args<'_, '_>) -> Answer {
    let arguments: Vec<Value> = (1..args.len()).map(|at| args.value(at)).collect();
    host.call(args.text(0), &arguments)
}

/// `t_identity_inserted('table', value)` is the value.
fn identity_inserted(host: &dyn Host, args: &Args<'_, '_>) -> Answer {
    host.identity_inserted(args.text(0), args.integer(1));
    Ok(args.value(1))
}
