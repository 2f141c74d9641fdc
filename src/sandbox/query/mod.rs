//! One T-SQL query or change of rows, translated to SQLite.
//!
//! [`translate`] reads a statement and yields a [`Plan`], which the engine carries out; the other
//! functions do the same for the expressions inside DDL and control flow. Names are bound against the
//! catalog and every expression has a static type, so that the engine's own errors (207, 208, 8117,
//! 42271, …) come before anything runs. What is not known here is refused with its place.

mod bind;
pub mod physical;
mod plan;
mod statement;

pub use plan::{
    Action, Apply, Change, Environment, Expression, Output, Plan, PlanColumn, QueryError, Scope, Sql, SystemView,
    Temporary,
};
pub use statement::{condition, expression, row_condition, row_expression, translate, value};
