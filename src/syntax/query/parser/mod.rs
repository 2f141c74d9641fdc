//! The parser of queries and changes of rows: T-SQL text to [`ast`](super::ast).
//!
//! Written for T-SQL: its operator precedence, its clauses and their order, its reserved words. What
//! it does not know it refuses at its place; nothing is skipped silently but table and query hints
//! that change no result. Depth is bounded, so that no text overflows the stack.

mod change;
mod cursor;
mod expression;
mod primary;
mod query;
mod reserved;
#[cfg(test)]
mod second_opinion;
mod source;
mod tail;

pub use reserved::is_reserved;

use super::ParseError;
use super::ast::{Expr, Statement};
use cursor::Parser;

/// Reads one statement; a closing `;` may follow it. `depth` is how deep the text itself stands in others:
/// a view's, a function's.
///
/// # Errors
/// What stands where it cannot, or is not known.
pub fn statement(text: &str, depth: usize) -> Result<Statement, ParseError> {
    let mut parser = Parser::new(text, depth);
    let statement = parser.statement()?;
    parser.end()?;
    Ok(statement)
}

/// Reads one expression or condition.
///
/// # Errors
/// As [`statement`].
pub fn expression(text: &str, depth: usize) -> Result<Expr, ParseError> {
    let mut parser = Parser::new(text, depth);
    let expression = parser.expression()?;
    parser.end()?;
    Ok(expression)
}
