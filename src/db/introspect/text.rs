//! Small readings that several kinds of rows share.

use super::super::row::{Row, RowError};
use crate::name::Ident;
use crate::schema::{IndexOption, SqlText};
use crate::syntax::lexer;
use crate::text::Span;

/// A text that is always there.
pub(super) fn text(row: &Row, column: &str) -> Result<String, RowError> {
    row.get(column)
}

/// A text that may be NULL.
pub(super) fn maybe(row: &Row, column: &str) -> Result<Option<String>, RowError> {
    row.get(column)
}

/// A name that is always there.
pub(super) fn ident(row: &Row, column: &str) -> Result<Ident, RowError> {
    Ok(Ident::new(text(row, column)?))
}

/// A number; 0 for NULL.
pub(super) fn number(row: &Row, column: &str) -> Result<i64, RowError> {
    Ok(row.get::<Option<i64>>(column)?.unwrap_or_default())
}

/// A bit; `false` for NULL.
pub(super) fn flag(row: &Row, column: &str) -> Result<bool, RowError> {
    Ok(row.get::<Option<bool>>(column)?.unwrap_or_default())
}

/// A name, unless the system gave it.
pub(super) fn own_name(row: &Row, column: &str, system: &str) -> Result<Option<Ident>, RowError> {
    Ok(if flag(row, system)? { None } else { maybe(row, column)?.map(Ident::new) })
}

/// An option with its value.
pub(super) fn option(name: &str, value: impl AsRef<str>) -> IndexOption {
    IndexOption { name: name.into(), value: SqlText::new(value) }
}

/// An expression without the pair of parentheses that the server puts around what it stores.
pub(super) fn inner(expression: &str) -> SqlText {
    let text = expression.trim();
    let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.text(text) {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && at + 1 < tokens.len() {
            return SqlText::new(text);
        }
    }
    let is_pair = tokens.len() > 2 && text.starts_with('(') && text.ends_with(')') && depth == 0;
    SqlText::new(if is_pair { &text[1..text.len() - 1] } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pair_around_everything_goes() {
        assert_eq!(inner("((0))").as_str(), "(0)");
        assert_eq!(inner("([a]=(1) AND [b]=')')").as_str(), "[a]=(1) AND [b]=')'");
        assert_eq!(inner("(1)+(2)").as_str(), "(1)+(2)");
        assert_eq!(inner("getdate()").as_str(), "getdate()");
        assert_eq!(inner("()").as_str(), "()");
        assert_eq!(inner("").as_str(), "");
    }
}
