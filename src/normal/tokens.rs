//! The normal form of a text that no parser here reads: its tokens, whatever stands between them.

use super::number::number;
use crate::name::Ident;
use crate::syntax::lexer::{self, Token, TokenKind, identifier_text};
use crate::syntax::query::is_reserved;
use crate::syntax::spell;
use crate::text::Span;

/// The tokens of a text in one spelling, parted by single spaces: names without brackets where they need
/// none and in lower case, reserved words in upper case. Comments and white space say nothing; strings
/// are kept as they are.
#[must_use]
pub fn tokens(text: &str) -> String {
    list(text).join(" ")
}

/// As [`tokens`] for an expression: parentheses around a whole, or around one operand, say nothing.
pub(super) fn operands(text: &str) -> String {
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    for token in list(text) {
        match token.as_str() {
            "(" => open.push(Vec::new()),
            ")" if open.len() > 1 => {
                let inside = open.pop().unwrap_or_default();
                let outside = open.last_mut().expect("the outermost group stays open");
                close(outside, inside);
            }
            _ => open.last_mut().expect("the outermost group stays open").push(token),
        }
    }
    let whole: Vec<String> = open.into_iter().flatten().collect();
    without_parentheses(&whole.join(" ")).to_owned()
}

/// Puts a group behind what stands before it, without its parentheses where they say nothing.
fn close(outside: &mut Vec<String>, inside: Vec<String>) {
    let is_call = outside.last().is_some_and(|before| is_name(before));
    match inside.as_slice() {
        [one] if !is_call => outside.push(one.clone()),
        _ => outside.push(format!("( {} )", inside.join(" "))),
    }
}

/// Whether an argument list may follow: a name, or a reserved word that is a function's.
fn is_name(token: &str) -> bool {
    const WORDS: [&str; 17] = [
        "AND", "OR", "NOT", "IN", "LIKE", "BETWEEN", "IS", "CASE", "WHEN", "THEN", "ELSE", "AS", "ESCAPE", "FROM",
        "ON", "SELECT", "zone",
    ];
    let starts = token.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '[' | '#'));
    starts && !WORDS.contains(&token)
}

/// A text without the parentheses around all of it.
fn without_parentheses(text: &str) -> &str {
    let mut text = text;
    while let Some(inside) = text.strip_prefix("( ").and_then(|rest| rest.strip_suffix(" )")) {
        if !stays_open(inside) {
            break;
        }
        text = inside;
    }
    text
}

/// Whether no parenthesis closes that is not opened before.
fn stays_open(text: &str) -> bool {
    let mut depth = 0_i64;
    text.split(' ').all(|token| {
        depth += match token {
            "(" => 1,
            ")" => -1,
            _ => 0,
        };
        depth >= 0
    })
}

fn list(text: &str) -> Vec<String> {
    let lexed = lexer::lex(text, Span::new(0, text.len()));
    lexed.tokens.iter().map(|token| one(text, *token)).collect()
}

fn one(source: &str, token: Token) -> String {
    let text = token.text(source);
    match token.kind {
        TokenKind::Word if is_reserved(text) => text.to_uppercase(),
        TokenKind::Word | TokenKind::Bracketed | TokenKind::Quoted => {
            spell::ident(&Ident::new(Ident::new(identifier_text(text)).folded()))
        }
        TokenKind::String => text.strip_prefix('n').map_or_else(|| text.to_owned(), |rest| format!("N{rest}")),
        TokenKind::Number => number(text),
        TokenKind::Variable => text.to_lowercase(),
        TokenKind::Symbol if text == "!=" => "<>".to_owned(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_says_nothing_and_strings_say_all() {
        assert_eq!(tokens("select [A] /* x */ from  dbo.\"T\"--y"), tokens("SELECT a FROM [dbo].t"));
        assert_ne!(tokens("SELECT 'a  b'"), tokens("SELECT 'a b'"));
        assert_ne!(tokens("SELECT [from]"), tokens("SELECT from"));
    }

    #[test]
    fn parentheses_around_one_operand_say_nothing() {
        assert_eq!(operands("(([a] AT TIME ZONE ('UTC')))"), operands("a AT TIME ZONE 'UTC'"));
        assert_eq!(operands("f((1))"), operands("f(1)"));
        assert_ne!(operands("(a + b) * c"), operands("a + b * c"));
        assert_ne!(operands("f(a)"), operands("f a"));
    }
}
