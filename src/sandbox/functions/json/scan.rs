//! Walking JSON text without building it.

use super::malformed;
use super::path::Step;
use crate::sandbox::error::SqlError;

/// Checks that a text is JSON (Msg 13609).
pub(in crate::sandbox::functions) fn check(text: &str) -> Result<(), SqlError> {
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => Ok(()),
        Err(error) => {
            // Line and column to a byte: the column counts bytes from 1.
            let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
            Err(malformed(text, line_start + error.column().saturating_sub(1)))
        }
    }
}

/// The value that a step leads to inside one of JSON's values, whose text is well-formed.
pub(super) fn step<'t>(value: &'t str, step: &Step) -> Option<&'t str> {
    match step {
        Step::Key(key) => members(value)?.into_iter().find(|(name, _)| name == key).map(|(_, value)| value),
        Step::Index(index) => elements(value)?.into_iter().nth(*index),
    }
}

/// The members of an object; `None` for anything else.
pub(in crate::sandbox::functions) fn members(value: &str) -> Option<Vec<(String, &str)>> {
    let mut rest = value.strip_prefix('{')?.trim_start();
    let mut members = Vec::new();
    while !rest.starts_with('}') {
        let (key, after) = split(rest);
        let name: String = serde_json::from_str(key).ok()?;
        let after = after.trim_start().strip_prefix(':')?.trim_start();
        let (value, after) = split(after);
        members.push((name, value));
        rest = after_comma(after)?;
    }
    Some(members)
}

/// The elements of an array; `None` for anything else.
pub(in crate::sandbox::functions) fn elements(value: &str) -> Option<Vec<&str>> {
    let mut rest = value.strip_prefix('[')?.trim_start();
    let mut elements = Vec::new();
    while !rest.starts_with(']') {
        let (value, after) = split(rest);
        if value.is_empty() {
            return None;
        }
        elements.push(value);
        rest = after_comma(after)?;
    }
    Some(elements)
}

/// What follows a comma, or the closing bracket; `None` where neither is.
fn after_comma(text: &str) -> Option<&str> {
    let text = text.trim_start();
    match text.strip_prefix(',') {
        Some(rest) => Some(rest.trim_start()),
        None => text.starts_with(['}', ']']).then_some(text),
    }
}

/// One value at the start of a text, and what follows it. Brackets are counted, so that depth needs no stack.
fn split(text: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => {
                while let Some((_, byte)) = bytes.next() {
                    match byte {
                        b'\\' => {
                            bytes.next();
                        }
                        b'"' => break,
                        _ => {}
                    }
                }
                if depth == 0 {
                    let end = bytes.next().map_or(text.len(), |(at, _)| at);
                    return text.split_at(end);
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return split_trimmed(text, at),
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return text.split_at(at + 1);
                }
            }
            b',' if depth == 0 => return split_trimmed(text, at),
            _ => {}
        }
    }
    (text, "")
}

fn split_trimmed(text: &str, at: usize) -> (&str, &str) {
    let (value, rest) = text.split_at(at);
    (value.trim_end(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parts_come_out_as_written() {
        let text = r#"{"a" : [1.50, "x,]}" , {"b":null}] , "é\n": true}"#;
        let members = members(text).expect("is an object");
        assert_eq!(members[0], ("a".to_owned(), r#"[1.50, "x,]}" , {"b":null}]"#));
        assert_eq!(members[1], ("é\n".to_owned(), "true"));
        assert_eq!(elements(members[0].1).expect("is an array"), ["1.50", r#""x,]}""#, r#"{"b":null}"#]);
    }

    #[test]
    fn what_is_no_json_is_refused_with_its_place() {
        let error = check("{\"a\": x}").expect_err("refused");
        assert_eq!(error.number, 13609);
        assert!(error.message.contains("'x' is found at position 6"), "{}", error.message);
    }

    proptest! {
        #[test]
        fn any_text_is_walked(text in "[\\[\\]{}\",:a1 \\\\]{0,30}") {
            let _ = (members(&text), elements(&text), check(&text));
        }
    }
}
