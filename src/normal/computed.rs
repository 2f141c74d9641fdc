//! Whether a computed column may be NULL. The server infers it from the expression where nothing is
//! written, so NOT NULL says something only where it would have inferred NULL.

use crate::catalog::Catalog;
use crate::schema::{Column, SqlText, Table};
use crate::syntax::query;
use crate::syntax::query::ast::{BinaryOp, Call, Expr, ExprKind};

/// Functions that are NULL where their first argument is (Learn, the pages of the single functions).
const PASS_NULL_ON: [&str; 17] = [
    "abs",
    "dateadd",
    "datepart",
    "day",
    "hashbytes",
    "json_value",
    "left",
    "len",
    "lower",
    "ltrim",
    "month",
    "replace",
    "right",
    "rtrim",
    "substring",
    "upper",
    "year",
];

/// Whether NOT NULL is written at a computed column, and the server would not have inferred it.
pub(super) fn is_said_not_null(catalog: &Catalog, table: &Table, column: &Column, expression: &SqlText) -> bool {
    let expression = || query::expression(expression.as_str(), 0).ok();
    column.nullable == Some(false) && expression().is_some_and(|read| is_nullable(catalog, table, &read))
}

/// Whether an expression is NULL for the server for certain: a column that is, or a number that may overflow
/// (Learn, "CREATE TABLE", computed_column_expression).
fn is_nullable(catalog: &Catalog, table: &Table, expr: &Expr) -> bool {
    let inner = |expr: &Expr| is_nullable(catalog, table, expr);
    match &expr.kind {
        ExprKind::Column(parts) => {
            let column = parts.last().and_then(|name| table.column(name));
            column.is_some_and(|column| column.computed.is_none() && catalog.is_nullable(table, column))
        }
        ExprKind::Unary(_, operand) | ExprKind::Collate(operand, _) => inner(operand),
        ExprKind::Chain(first, rest) => {
            inner(first) || is_arithmetic(first, rest) || rest.iter().any(|(_, term)| inner(term))
        }
        ExprKind::Cast { value, lenient, .. } => *lenient || inner(value),
        ExprKind::Call(call) => passes_null_on(call) && call.arguments.iter().any(inner),
        _ => false,
    }
}

/// Whether a chain calculates with numbers: `+` alone may join texts.
fn is_arithmetic(first: &Expr, rest: &[(BinaryOp, Expr)]) -> bool {
    let is_number = |expr: &Expr| matches!(expr.kind, ExprKind::Number(_));
    let of_numbers = [BinaryOp::Multiply, BinaryOp::Divide, BinaryOp::Modulo, BinaryOp::Subtract];
    is_number(first) || rest.iter().any(|(operator, term)| of_numbers.contains(operator) || is_number(term))
}

fn passes_null_on(call: &Call) -> bool {
    let [name] = call.name.as_slice() else { return false };
    PASS_NULL_ON.contains(&name.folded())
}
