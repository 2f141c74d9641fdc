//! Typed parsers: the tokens of one statement to its definition.

use super::ast::{Kind, ModuleVerb, ObjectName};
use super::lexer::Token;
use crate::schema::Module;

/// The tokens of one statement, without comments and without a closing `;`.
#[derive(Debug, Clone, Copy)]
pub struct Leaf<'a> {
    /// The text that the tokens' spans are offsets into.
    pub source: &'a str,
    /// The statement's tokens in order; never empty. None is a comment or white space.
    pub tokens: &'a [Token],
}

/// What a statement is, when it is one of the typed kinds; `None` leaves it to the recognizer, which
/// tells queries and control flow apart and makes the rest opaque.
///
/// For `CREATE SCHEMA` the leaf ends before the first element, and `elements` is filled by the
/// recognizer.
#[must_use]
pub fn statement(_leaf: &Leaf) -> Option<Kind> {
    None
}

/// A view, procedure, function or trigger from its header and body.
///
/// The leaf holds everything from CREATE or ALTER to the end of the batch; `body_at` is the index of
/// the first token of the body: the one after `AS`, or a function's `BEGIN`, `RETURN` or `EXTERNAL`
/// where no `AS` is written; the number of tokens when there is no body. The recognizer cuts the
/// body's statements itself. `None` makes the statement opaque.
#[must_use]
pub fn module(_leaf: &Leaf, _body_at: usize) -> Option<(ModuleVerb, ObjectName, Box<Module>)> {
    None
}
