//! Tokens cut at commas and parentheses.

use super::Token;

/// Tokens cut at the commas that stand in no parentheses; an empty list is one empty part.
#[must_use]
pub fn between_commas<'t>(source: &str, tokens: &'t [Token]) -> Vec<&'t [Token]> {
    let mut depth = 0_usize;
    let parts = tokens.split(|token| {
        if token.is_symbol(source, "(") {
            depth += 1;
        } else if token.is_symbol(source, ")") {
            depth = depth.saturating_sub(1);
        }
        depth == 0 && token.is_symbol(source, ",")
    });
    parts.collect()
}

/// How many tokens stand before the parenthesis that closes an open one; all where none does.
#[must_use]
pub fn closing(source: &str, tokens: &[Token]) -> usize {
    let mut depth = 1_usize;
    let closes = tokens.iter().position(|token| {
        if token.is_symbol(source, "(") {
            depth += 1;
        } else if token.is_symbol(source, ")") {
            depth -= 1;
        }
        depth == 0
    });
    closes.unwrap_or(tokens.len())
}
