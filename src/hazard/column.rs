//! New columns whose value is written into every row.

use crate::schema::{Column, DataType};
use crate::syntax::lexer::{Token, lex};
use crate::text::Span;

/// Why the value of a new column is written into every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Its default differs from row to row.
    Volatile,
    /// A value of its type cannot be kept as metadata.
    Large,
    /// It is an IDENTITY.
    Identity,
    /// It is PERSISTED.
    Persisted,
}

/// Why every row is written when a column is added; `None` when none is. `with_values` tells that rows that
/// are there take the default although the column may be NULL.
#[must_use]
pub fn writes_rows(column: &Column, with_values: bool) -> Option<Written> {
    match column.default.as_ref().filter(|_| column.nullable == Some(false) || with_values) {
        Some(default) if is_volatile(default.value.as_str()) => return Some(Written::Volatile),
        Some(_) if is_large(column) => return Some(Written::Large),
        _ => {}
    }
    if column.identity.is_some() {
        return Some(Written::Identity);
    }
    column.computed.as_ref().is_some_and(|computed| computed.persisted).then_some(Written::Persisted)
}

/// Whether an expression may have another value for each row: NEWID and the like, a sequence, a
/// function of a user (Learn, ALTER TABLE: "runtime constant").
fn is_volatile(expression: &str) -> bool {
    const VOLATILE: [&str; 4] = ["NEWID", "NEWSEQUENTIALID", "RAND", "CRYPT_GEN_RANDOM"];
    let tokens = lex(expression, Span::new(0, expression.len())).tokens;
    let is_name = |token: &Token| token.kind.is_name();
    let built_in = tokens.windows(2).any(|pair| {
        pair[1].is_symbol(expression, "(") && VOLATILE.iter().any(|name| pair[0].is_word(expression, name))
    });
    let sequence = tokens
        .windows(3)
        .any(|words| ["NEXT", "VALUE", "FOR"].iter().zip(words).all(|(word, token)| token.is_word(expression, word)));
    let function = tokens.windows(4).any(|call| {
        is_name(&call[0])
            && call[1].is_symbol(expression, ".")
            && is_name(&call[2])
            && call[3].is_symbol(expression, "(")
    });
    built_in || sequence || function
}

/// A type that no column added online can have (Learn, ALTER TABLE, "Adding NOT NULL columns as an
/// online operation").
fn is_large(column: &Column) -> bool {
    match &column.data_type {
        Some(DataType::System { name, args }) => {
            let is_max = args.first().is_some_and(|arg| &**arg == "max");
            is_max || ["text", "ntext", "image", "geometry", "geography", "hierarchyid"].contains(&&**name)
        }
        Some(DataType::Xml(_)) => true,
        _ => false,
    }
}
