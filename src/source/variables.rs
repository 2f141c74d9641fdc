//! Variables: `${NAME}` in a file stands for a value that is known only when the file is applied.
//!
//! A value stands in a string or in a bracketed name, and its quotes are doubled there: it never becomes code. The
//! file's checksum, its previews and its findings know the name alone.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use crate::syntax::lexer::{Lexer, TokenKind};
use crate::text::Span;

/// The shortest value that is hidden in what a server says: shorter ones are words of any message.
const HIDDEN_FROM: usize = 4;

/// The variables that a project declares, with the values that are known. It has no text form with values.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Variables(BTreeMap<String, Option<String>>);

impl fmt::Debug for Variables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// A `${NAME}` that no value can take the place of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfilled {
    /// The project has variables, and this is none of them.
    #[error("${{{0}}} is not declared: add it under [variables] in ragsql.toml, or mend its name")]
    NotDeclared(String),
    /// It has no value.
    #[error("${{{0}}} has no value: set the environment variable {0}")]
    NotSet(String),
    /// Its value has more than one line.
    #[error("the value of ${{{0}}} holds a line end or another control character, which no value may")]
    Control(String),
    /// It stands where a value would be code.
    #[error("${{{0}}} stands neither in a string nor in brackets: a value never becomes code")]
    Bare(String),
}

/// Whether a name can be a variable's: capital letters, digits and underscores, and no digit first.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
}

impl Variables {
    /// Variables by name; `None` where there is no value.
    pub fn new(values: impl IntoIterator<Item = (String, Option<String>)>) -> Self {
        Self(values.into_iter().collect())
    }

    /// Whether the first variable in a delimited name is declared.
    pub(super) fn declares_first(&self, token: &str) -> bool {
        token.starts_with(['[', '"']) && names(token).next().is_some_and(|(_, name)| self.0.contains_key(name))
    }

    /// A text with the values in it. A project without variables is left as it is.
    ///
    /// # Errors
    /// The first place, by its offset in `within`'s text, that cannot be filled.
    pub(super) fn fill<'t>(&self, text: &'t str, within: Span) -> Result<Cow<'t, str>, (u32, Unfilled)> {
        let whole = &text[within.range()];
        if self.0.is_empty() || !whole.contains("${") {
            return Ok(Cow::Borrowed(whole));
        }
        let mut filled = String::with_capacity(whole.len());
        let mut copied = within.start;
        for token in Lexer::new(text, within).tokens() {
            filled.push_str(&text[copied as usize..token.span.start as usize]);
            self.token(token.text(text), token.kind, &mut filled)
                .map_err(|(offset, unfilled)| (token.span.start + offset as u32, unfilled))?;
            copied = token.span.end;
        }
        filled.push_str(&text[copied as usize..within.end as usize]);
        Ok(Cow::Owned(filled))
    }

    fn token(&self, token: &str, kind: TokenKind, filled: &mut String) -> Result<(), (usize, Unfilled)> {
        let quote = match kind {
            TokenKind::String => Some('\''),
            TokenKind::Bracketed => Some(']'),
            TokenKind::Quoted => Some('"'),
            _ => None,
        };
        let mut rest = 0;
        for (start, name) in names(token) {
            filled.push_str(&token[rest..start]);
            let value = self.value(name).map_err(|unfilled| (start, unfilled))?;
            let quote = quote.ok_or_else(|| (start, Unfilled::Bare(name.to_owned())))?;
            filled.push_str(&value.replace(quote, &format!("{quote}{quote}")));
            rest = start + name.len() + 3;
        }
        filled.push_str(&token[rest..]);
        Ok(())
    }

    fn value(&self, name: &str) -> Result<&str, Unfilled> {
        match self.0.get(name) {
            None => Err(Unfilled::NotDeclared(name.to_owned())),
            Some(None) => Err(Unfilled::NotSet(name.to_owned())),
            Some(Some(value)) if value.contains(char::is_control) => Err(Unfilled::Control(name.to_owned())),
            Some(Some(value)) => Ok(value),
        }
    }

    /// What a server says, with the names in place of the values that it repeats.
    #[must_use]
    pub fn hidden<'t>(&self, said: &'t str) -> Cow<'t, str> {
        let mut values: Vec<(&str, &str)> =
            self.0.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_deref()?))).collect();
        values.retain(|(_, value)| value.chars().count() >= HIDDEN_FROM);
        // A value that holds another one goes first.
        values.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
        let mut hidden = Cow::Borrowed(said);
        for (name, value) in values {
            for form in [value.to_owned(), value.replace('\'', "''"), value.replace(']', "]]")] {
                if hidden.contains(&form) {
                    hidden = Cow::Owned(hidden.replace(&form, &format!("${{{name}}}")));
                }
            }
        }
        hidden
    }
}

/// The places of `${NAME}` in a text, each with the name.
fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("${").filter_map(|(start, _)| {
        let rest = &text[start + 2..];
        let name = &rest[..rest.find('}')?];
        is_name(name).then_some((start, name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables() -> Variables {
        let value = |text: &str| Some(text.to_owned());
        Variables::new([
            ("KEY".into(), value("se'cr]et\"")),
            ("HOST".into(), value("https://h")),
            ("NONE".into(), None),
            ("LINES".into(), value("a\nb")),
        ])
    }

    fn fill(text: &str) -> Result<String, (u32, Unfilled)> {
        variables().fill(text, Span::new(0, text.len())).map(Cow::into_owned)
    }

    #[test]
    fn a_value_stands_in_strings_and_names_and_ends_neither() {
        assert_eq!(
            fill("SELECT N'a ${KEY}b${HOST}', [${KEY}], \"${KEY}\" -- ${KEY}").as_deref(),
            Ok("SELECT N'a se''cr]et\"bhttps://h', [se'cr]]et\"], \"se'cr]et\"\"\" -- ${KEY}")
        );
        assert_eq!(fill("PRINT 'costs ${amount} ${} ${'").as_deref(), Ok("PRINT 'costs ${amount} ${} ${'"));
    }

    #[test]
    fn what_cannot_be_filled_is_told_with_its_place() {
        assert_eq!(fill("PRINT 'é ${NONE}'"), Err((10, Unfilled::NotSet("NONE".into()))));
        assert_eq!(fill("PRINT '${OTHER}'"), Err((7, Unfilled::NotDeclared("OTHER".into()))));
        assert_eq!(fill("PRINT ${HOST}"), Err((6, Unfilled::Bare("HOST".into()))));
        assert_eq!(fill("PRINT '${LINES}'"), Err((7, Unfilled::Control("LINES".into()))));
        let text = "PRINT '${OTHER}'";
        assert_eq!(Variables::default().fill(text, Span::new(0, text.len())), Ok(text.into()), "no project's affair");
    }

    #[test]
    fn values_are_in_no_text_form_and_in_nothing_that_is_said() {
        assert_eq!(format!("{:?}", variables()), r#"{"HOST", "KEY", "LINES", "NONE"}"#);
        let said = variables().hidden("near 'se''cr]et\"' or [se'cr]]et\"] or se'cr]et\" at https://h/x");
        assert_eq!(said, "near '${KEY}' or [${KEY}] or ${KEY} at ${HOST}/x");
    }

    #[test]
    fn names_are_those_of_the_environment() {
        assert!(["A", "A_1", "_X"].into_iter().all(is_name));
        assert!(["", "a", "1A", "A-B", "A b"].into_iter().all(|name| !is_name(name)));
    }
}
