//! JSON paths: `lax $.a."b c"[0]`.

use crate::sandbox::error::SqlError;

/// A step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// A path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox::functions) struct Path {
    /// `append`, for JSON_MODIFY.
    pub(super) append: bool,
    /// `strict`: what is not there is an error.
    pub(super) strict: bool,
    pub(super) steps: Vec<Step>,
}

impl Path {
    /// Reads a path.
    ///
    /// # Errors
    /// 13607.
    pub(in crate::sandbox::functions) fn read(text: &str) -> Result<Self, SqlError> {
        let mut path = Self { append: false, strict: false, steps: Vec::new() };
        let mut rest = text.trim();
        for word in ["append", "lax", "strict"] {
            let after =
                rest.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word)).map(|_| &rest[word.len()..]);
            if let Some(after) = after.filter(|after| after.starts_with(' ')) {
                path.append |= word == "append";
                path.strict |= word == "strict";
                rest = after.trim_start();
            }
        }
        let wrong = |rest: &str| {
            let at = text.len() - rest.len();
            let c = rest.chars().next().unwrap_or(' ');
            SqlError::new(
                13607,
                format!("JSON path is not properly formatted. Unexpected character '{c}' is found at position {at}."),
            )
            .state(4)
        };
        rest = rest.strip_prefix('$').ok_or_else(|| wrong(rest))?;
        while !rest.is_empty() {
            let (step, after) = step(rest).ok_or_else(|| wrong(rest))?;
            path.steps.push(step);
            rest = after;
        }
        Ok(path)
    }
}

fn step(text: &str) -> Option<(Step, &str)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (index, rest) = rest.split_once(']')?;
        return Some((Step::Index(index.trim().parse().ok()?), rest));
    }
    let rest = text.strip_prefix('.')?;
    if let Some(quoted) = rest.strip_prefix('"') {
        let end = quoted.find('"')?;
        return Some((Step::Key(quoted[..end].to_owned()), &quoted[end + 1..]));
    }
    let end = rest.find(['.', '[']).unwrap_or(rest.len());
    let key = &rest[..end];
    let plain = key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    (plain && !key.is_empty()).then(|| (Step::Key(key.to_owned()), &rest[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read() {
        let path = Path::read("strict $.a.\"b c\"[2]").expect("reads");
        assert!(path.strict);
        assert_eq!(path.steps, [Step::Key("a".into()), Step::Key("b c".into()), Step::Index(2)]);
        assert!(Path::read("append $.x").expect("reads").append);
        for wrong in ["", "a", "$.", "$[x]", "$a", "$.a b"] {
            assert_eq!(Path::read(wrong).expect_err("refused").number, 13607, "{wrong}");
        }
    }
}
