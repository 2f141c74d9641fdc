//! What stands behind the one query of a view or inline function in its batch, where nothing may stand.

use crate::syntax::ast::{Kind, Statement};
use crate::syntax::lexer::lex;
use crate::syntax::tree;
use crate::text::Span;

/// The place of the first statement behind the query of a view or inline function; `None` where nothing is
/// behind it, and for anything else.
pub(super) fn behind_query(text: &str, statement: &Statement) -> Option<Span> {
    let Kind::Module { module, body_span, .. } = &statement.kind else { return None };
    if !module.is_query() {
        return None;
    }
    let tokens = lex(text, *body_span).tokens;
    let query = tokens.iter().find(|token| !token.is_word(text, "RETURN"))?;
    let cut = tree::statements(text, Span { start: query.span.start, end: body_span.end });
    let (_, behind) = cut.statements.split_first()?;
    behind.first().map(|statement| statement.span)
}
