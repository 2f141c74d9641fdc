//! Secrets that stand in a file as text: where they are, and lines without them.

mod content;

use std::borrow::Cow;

use crate::syntax::lexer::{Token, TokenKind, lex, string_text};
use crate::text::Span;

/// A literal that holds a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Secret {
    /// The literal.
    pub span: Span,
    /// What names it, or the literal itself.
    pub place: Span,
    /// What kind of secret it is.
    pub what: &'static str,
    /// Whether it can be nothing else.
    pub certain: bool,
}

/// Words of which a text with secrets has one, in lower case.
const SIGNS: [&str; 9] =
    ["password", "secret", "pwd", "accountkey", "accesskey", "sig=", "private key", "key\"", "bearer "];

/// The secrets in a text, in order. Most texts have no word that speaks of one, and are not looked into.
pub(super) fn secrets(text: &str) -> Vec<Secret> {
    let lower = text.to_ascii_lowercase();
    let has_token = || content::TOKENS.iter().any(|token| text.contains(token.start));
    if !SIGNS.iter().any(|sign| lower.contains(sign)) && !content::has_user_with_password(&lower) && !has_token() {
        return Vec::new();
    }
    let tokens = lex(text, Span::new(0, text.len())).tokens;
    let literals = tokens.iter().enumerate().filter(|(_, token)| is_literal(text, token));
    literals.filter_map(|(at, token)| named(text, &tokens, at).or_else(|| unnamed(text, token))).collect()
}

/// A piece of a text that begins at `start` there, with a star for each byte of a secret.
pub(super) fn masked<'t>(piece: &'t str, start: usize, secrets: &[Span]) -> Cow<'t, str> {
    let end = start + piece.len();
    let first = secrets.partition_point(|secret| secret.end as usize <= start);
    let within = secrets[first..].iter().take_while(|secret| (secret.start as usize) < end);
    let mut masked = Cow::Borrowed(piece);
    for secret in within {
        let from = (secret.start as usize).max(start) - start;
        let to = (secret.end as usize).min(end) - start;
        masked.to_mut().replace_range(from..to, &"*".repeat(to - from));
    }
    masked
}

fn is_literal(text: &str, token: &Token) -> bool {
    let is_hash = token.text(text).get(..2).is_some_and(|start| start.eq_ignore_ascii_case("0x"));
    token.kind == TokenKind::String || token.kind == TokenKind::Number && is_hash
}

fn value_of(text: &str, token: &Token) -> String {
    if token.kind == TokenKind::String { string_text(token.text(text)) } else { token.text(text).to_owned() }
}

/// `PASSWORD = '…'` and `SECRET = '…'` of a definition, `@password = '…'`.
fn named(text: &str, tokens: &[Token], at: usize) -> Option<Secret> {
    let equals = at.checked_sub(1).filter(|equals| tokens[*equals].is_symbol(text, "="))?;
    let value = value_of(text, &tokens[at]);
    if content::is_placeholder(&value) {
        return None;
    }
    let before = &tokens[..equals];
    let name = before.last()?;
    let secret = |name: &Token, what, certain| Some(Secret { span: tokens[at].span, place: name.span, what, certain });
    if name.is_word(text, "SECRET") && is_option(text, before) {
        return (!content::is_resource_alone(&value)).then(|| secret(name, "secret", true)).flatten();
    }
    if ["PASSWORD", "OLD_PASSWORD"].iter().any(|word| name.is_word(text, word)) && is_option(text, before) {
        return secret(name, "password", true);
    }
    let variable = variable(text, before)?;
    (tokens[at].kind == TokenKind::String && content::may_be_password(&value))
        .then(|| secret(variable, "password or key", false))
        .flatten()
}

/// Whether the last token names an option of a definition, and no column of a query.
fn is_option(text: &str, before: &[Token]) -> bool {
    const QUERY: [&str; 6] = ["SET", "SELECT", "WHERE", "UPDATE", "VALUES", "AND"];
    const FAR: usize = 60;
    let [rest @ .., previous, _] = before else { return false };
    match previous {
        _ if ["WITH", "BY"].iter().any(|word| previous.is_word(text, word)) => true,
        _ if previous.kind == TokenKind::String || previous.is_symbol(text, ",") || previous.is_symbol(text, "(") => {
            let nearest = rest.iter().rev().take(FAR).find_map(|token| {
                let is_query = QUERY.iter().any(|word| token.is_word(text, word)) || token.is_symbol(text, ";");
                (is_query || token.is_word(text, "WITH")).then_some(!is_query)
            });
            nearest == Some(true)
        }
        _ => false,
    }
}

/// The variable that is assigned, its type between: `@password NVARCHAR(50)`. Its name says what it holds.
fn variable<'t>(text: &str, before: &'t [Token]) -> Option<&'t Token> {
    const NAMES: [&str; 8] = ["password", "passwd", "pwd", "secret", "apikey", "accesskey", "accountkey", "sastoken"];
    let is_type = |token: &&Token| {
        matches!(token.kind, TokenKind::Word | TokenKind::Number)
            || ["(", ")"].iter().any(|symbol| token.is_symbol(text, symbol))
    };
    let found = before.iter().rev().take(6).find(|token| !is_type(token))?;
    let name = found.text(text).to_ascii_lowercase().replace('_', "");
    (found.kind == TokenKind::Variable && NAMES.iter().any(|end| name.ends_with(end))).then_some(found)
}

/// A literal whose content tells that it is one.
fn unnamed(text: &str, token: &Token) -> Option<Secret> {
    let what = content::secret_in(&value_of(text, token))?;
    Some(Secret { span: token.span, place: token.span, what, certain: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&str, &'static str)> {
        secrets(text).iter().map(|secret| (&text[secret.span.range()], secret.what)).collect()
    }

    #[test]
    fn options_and_variables_are_found_by_name() {
        assert_eq!(found("CREATE MASTER KEY ENCRYPTION BY PASSWORD = 'Tr0ub4dor&3'"), [("'Tr0ub4dor&3'", "password")]);
        assert_eq!(found("CREATE USER u WITH DEFAULT_SCHEMA = dbo, PASSWORD = N'x1'"), [("N'x1'", "password")]);
        assert_eq!(
            found("ALTER USER u WITH PASSWORD = 'b1' OLD_PASSWORD = 'a1'"),
            [("'b1'", "password"), ("'a1'", "password")]
        );
        assert_eq!(found("CREATE LOGIN l WITH PASSWORD = 0x0200AB HASHED"), [("0x0200AB", "password")]);
        assert_eq!(found("DECLARE @db_password NVARCHAR(50) = N'hunter22'"), [("N'hunter22'", "password or key")]);
    }

    #[test]
    fn columns_placeholders_and_resources_are_none() {
        for text in [
            "UPDATE dbo.u SET name = N'a', password = N'hunter22' WHERE secret = 'x1y2z3'",
            "CREATE USER u WITH PASSWORD = '$(password)'",
            "CREATE USER u WITH PASSWORD = '<password>'",
            "CREATE USER u WITH PASSWORD = ''",
            "CREATE PROCEDURE p @secret VARCHAR(30) = 'migrated' AS SELECT 1",
            "DECLARE @password_hint NVARCHAR(50) = N'hunter22'; SET @password = N'what is it'; SET @pwd = @other",
            "ALTER DATABASE SCOPED CREDENTIAL c WITH IDENTITY = 'Managed Identity', SECRET = '{\"resourceid\": \"https://x\"}'",
            "CREATE DATABASE SCOPED CREDENTIAL c WITH IDENTITY = 'Managed Identity', SECRET = '{}'",
            "CREATE DATABASE SCOPED CREDENTIAL c WITH IDENTITY = 'Managed Identity', SECRET = '{\"resourceid\":\"https://x/?a\\u0022:1\"}'",
            "EXEC ('CREATE LOGIN l WITH PASSWORD = ''' + @word + '''')",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn a_mask_is_as_long_as_what_it_hides() {
        let text = "a = 'é1' b";
        let secrets = [Span::new(4, 9)];
        assert_eq!(masked(text, 0, &secrets), "a = ***** b");
        assert_eq!(masked("1' b", 7, &secrets), "** b");
        assert_eq!(masked(" b", 9, &secrets), " b");
    }
}
