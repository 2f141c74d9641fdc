//! The query that a view or an inline function is.

use crate::schema::Module;
use crate::syntax::lexer::{Token, lex};
use crate::text::Span;

/// The query that is the whole of a view or inline function.
#[must_use]
pub fn only_query(text: &str, module: &Module, body: Span) -> Option<Span> {
    if !module.is_query() {
        return None;
    }
    let mut tokens = &lex(text, body).tokens[..];
    let is = |token: Option<&Token>, word: &str| token.is_some_and(|token| token.is_word(text, word));
    let mut begun = 0_usize;
    while is(tokens.first(), "AS") || is(tokens.first(), "RETURN") || is(tokens.first(), "BEGIN") {
        begun += usize::from(is(tokens.first(), "BEGIN"));
        tokens = &tokens[1..];
    }
    // An END more than there are BEGINs is that of a CASE.
    while (begun > 0 && is(tokens.last(), "END")) || tokens.last().is_some_and(|token| token.is_symbol(text, ";")) {
        begun -= usize::from(is(tokens.last(), "END"));
        tokens = &tokens[..tokens.len() - 1];
    }
    if let [rest @ .., with, check, option] = tokens
        && with.is_word(text, "WITH")
        && check.is_word(text, "CHECK")
        && option.is_word(text, "OPTION")
    {
        tokens = rest;
    }
    Some(tokens.first()?.span.to(tokens.last()?.span))
}
