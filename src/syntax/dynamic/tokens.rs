//! The parts of an EXEC.

use crate::syntax::lexer::{Token, TokenKind, between_commas, closing, identifier_text};

/// The expression that `EXEC (…)` or `EXEC sp_executesql …` runs, and whether it runs on another
/// server. `None` for a procedure.
pub(super) fn executed_text<'t>(source: &str, tokens: &'t [Token]) -> Option<(&'t [Token], bool)> {
    let has_exec =
        tokens.first().is_some_and(|token| token.is_word(source, "EXEC") || token.is_word(source, "EXECUTE"));
    match &tokens[usize::from(has_exec)..] {
        [open, after @ ..] if open.is_symbol(source, "(") => {
            let length = closing(source, after);
            let elsewhere = after[length..].iter().any(|token| token.is_word(source, "AT"));
            Some((between_commas(source, &after[..length]).first()?, elsewhere))
        }
        [variable, equals, call @ ..] if variable.kind == TokenKind::Variable && equals.is_symbol(source, "=") => {
            Some((statement_argument(source, call)?, false))
        }
        call => Some((statement_argument(source, call)?, false)),
    }
}

/// The first argument of sp_executesql; `None` for another procedure.
fn statement_argument<'t>(source: &str, call: &'t [Token]) -> Option<&'t [Token]> {
    let mut at = 0;
    while call.get(at + 1).is_some_and(|token| token.is_symbol(source, ".")) {
        at += if call.get(at + 2).is_some_and(|token| token.is_symbol(source, ".")) { 1 } else { 2 };
    }
    let name = identifier_text(call.get(at)?.text(source));
    if !name.eq_ignore_ascii_case("sp_executesql") {
        return None;
    }
    match *between_commas(source, &call[at + 1..]).first()? {
        [name, equals, value @ ..] if name.kind == TokenKind::Variable && equals.is_symbol(source, "=") => Some(value),
        value => Some(value),
    }
}
