//! ADO.NET connection strings: `key=value` pairs between semicolons, values quoted or not.

use super::UrlError;

/// One `key=value`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// The key as written, without blanks around it.
    pub key: String,
    /// The value without its quotes.
    pub value: String,
    /// Whether the value stood in quotes or braces.
    pub quoted: bool,
}

/// Cuts a connection string into its pairs.
///
/// Blanks around `=` do not count. A value may stand in `'…'`, `"…"` or `{…}`, where the closing sign is doubled
/// to mean itself. Errors name keys, never what could be a value.
pub(super) fn pairs(text: &str) -> Result<Vec<Pair>, UrlError> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut rest = skip_separators(text);
    while !rest.is_empty() {
        let stray = || UrlError::StrayText { after: pairs.last().map(|pair| pair.key.clone()) };
        let end = rest.find(['=', ';']).ok_or_else(stray)?;
        if rest.as_bytes()[end] == b';' {
            return Err(stray());
        }
        let key = rest[..end].trim().to_owned();
        let (value, quoted, after) = value(&key, rest[end + 1..].trim_start())?;
        pairs.push(Pair { key, value, quoted });
        rest = skip_separators(after);
    }
    Ok(pairs)
}

fn skip_separators(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == ';')
}

/// A value, whether it was quoted, and what follows it.
fn value<'a>(key: &str, text: &'a str) -> Result<(String, bool, &'a str), UrlError> {
    let close = match text.chars().next() {
        Some(quote @ ('\'' | '"')) => quote,
        Some('{') => '}',
        _ => {
            let end = text.find(';').unwrap_or(text.len());
            return Ok((text[..end].trim_end().to_owned(), false, &text[end..]));
        }
    };
    let unfinished = || UrlError::Unquoted { key: key.to_owned() };
    let (value, after) = quoted(&text[1..], close).ok_or_else(unfinished)?;
    let after = after.trim_start();
    if after.is_empty() || after.starts_with(';') { Ok((value, true, after)) } else { Err(unfinished()) }
}

/// The text up to the closing sign, and what follows that. `None` when there is no closing sign.
fn quoted(text: &str, close: char) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut rest = text;
    loop {
        let end = rest.find(close)?;
        value.push_str(&rest[..end]);
        rest = &rest[end + close.len_utf8()..];
        match rest.strip_prefix(close) {
            Some(after) => {
                value.push(close);
                rest = after;
            }
            None => return Some((value, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        pairs(text).expect("is valid").into_iter().map(|pair| (pair.key, pair.value)).collect()
    }

    fn one(text: &str) -> String {
        read(text).pop().expect("a pair").1
    }

    #[test]
    fn blanks_and_empty_parts_do_not_count() {
        let expected = [("Server", "x"), ("User Id", "u")].map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(read(" ;; Server = x ; User Id=u;"), expected);
    }

    #[test]
    fn values_are_quoted_in_three_ways() {
        assert_eq!(one("Pwd='a;b''c'"), "a;b'c");
        assert_eq!(one(r#"Pwd = "a'b""c=;" ;"#), r#"a'b"c=;"#);
        assert_eq!(one("Pwd={a;}}b}"), "a;}b");
        assert_eq!(one("Pwd=a=b'c\""), "a=b'c\"");
        assert_eq!(one("Pwd="), "");
    }

    #[test]
    fn errors_name_the_key_and_never_the_value() {
        for text in ["Server=x;Password=p;s3cret;User Id=u", "Password='s3cret", "Password={s3cret}x;", "s3cret"] {
            let error = pairs(text).expect_err("is not valid");
            assert!(!format!("{error} {error:?}").contains("s3cret"), "{error}");
        }
    }
}
