//! What delimited tokens stand for.

/// The identifier that a [`TokenKind::Word`], [`TokenKind::Bracketed`] or [`TokenKind::Quoted`] token
/// names, without delimiters and with doubled ones undone.
#[must_use]
pub fn identifier_text(token: &str) -> String {
    let inner = |close: char, doubled: &str| {
        let body = token.get(1..token.len() - usize::from(token.ends_with(close) && token.len() > 1)).unwrap_or("");
        body.replace(doubled, &close.to_string())
    };
    match token.as_bytes().first() {
        Some(b'[') => inner(']', "]]"),
        Some(b'"') => inner('"', "\"\""),
        _ => token.to_owned(),
    }
}

/// The text of a [`TokenKind::String`] token: no prefix, no quotes, doubled quotes undone, and a
/// backslash before a line end joins the lines as T-SQL does.
#[must_use]
pub fn string_text(token: &str) -> String {
    let body = token.trim_start_matches(['N', 'n']);
    let body = body.strip_prefix('\'').unwrap_or(body);
    let body = body.strip_suffix('\'').unwrap_or(body);
    let joined = body.replace("''", "'");
    if joined.contains('\\') { joined.replace("\\\r\n", "").replace("\\\n", "") } else { joined }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_undone() {
        assert_eq!(identifier_text("[Doc \"Chunks\" ]]v1]"), "Doc \"Chunks\" ]v1");
        assert_eq!(identifier_text("\"Doc \"\"Chunks\"\" ]v1\""), "Doc \"Chunks\" ]v1");
        assert_eq!(string_text("N'it''s'"), "it's");
    }
}
