//! Patterns of names: `audit.*`, `dbo.tmp_??`, `*_backup`.

use std::str::FromStr;

use crate::name::Name;

/// A pattern that a whole name has to match, in any letter case: `*` stands for any characters, `?` for one. A name in
/// a schema is `schema.object`, what lives outside of schemas is its name alone. Each part may stand in brackets, and has
/// to where it holds a dot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Vec<char>);

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// It is empty.
    #[error("a pattern of names is empty; `*` would stand for every name")]
    Empty,
    /// It has more parts than the name of an object.
    #[error("`{0}` has more than two parts: a pattern is for whole objects, `schema.object`, not for their columns")]
    Parts(String),
    /// A bracket is not closed, or stands inside of a part.
    #[error("`{0}`: brackets stand around a whole part of a name, as in `[audit].[rows]`")]
    Bracket(String),
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(PatternError::Empty);
        }
        let parts = parts(text).ok_or_else(|| PatternError::Bracket(text.to_owned()))?;
        match parts.len() {
            1 | 2 => Ok(Self(parts.join(".").to_lowercase().chars().collect())),
            _ => Err(PatternError::Parts(text.to_owned())),
        }
    }
}

/// The parts between dots, without their brackets (`]]` inside of them is one); `None` where brackets are not around one.
fn parts(text: &str) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let (part, behind) = match rest.strip_prefix('[') {
            Some(inside) => in_brackets(inside)?,
            None => {
                let (part, behind) = rest.split_at(rest.find('.').unwrap_or(rest.len()));
                (!part.contains(['[', ']'])).then(|| (part.to_owned(), behind))?
            }
        };
        parts.push(part);
        match behind.strip_prefix('.') {
            Some(next) => rest = next,
            None => return behind.is_empty().then_some(parts),
        }
    }
}

/// A part behind its opening bracket, and what follows the closing one.
fn in_brackets(text: &str) -> Option<(String, &str)> {
    let mut part = String::new();
    let mut rest = text;
    loop {
        let (before, behind) = rest.split_once(']')?;
        part += before;
        match behind.strip_prefix(']') {
            Some(next) => {
                part.push(']');
                rest = next;
            }
            None => return Some((part, behind)),
        }
    }
}

impl Pattern {
    /// Whether a name matches.
    #[must_use]
    pub fn matches(&self, name: &Name) -> bool {
        let object = name.object.folded();
        let whole =
            if name.schema.is_empty() { object.to_owned() } else { format!("{}.{object}", name.schema.folded()) };
        matches(&self.0, &whole.chars().collect::<Vec<_>>())
    }
}

/// Whether a pattern matches a text. After a mismatch behind a `*` it goes on with one more character under that star,
/// so the work is at most the product of both lengths.
fn matches(pattern: &[char], text: &[char]) -> bool {
    let (mut at, mut here) = (0, 0);
    let mut star = None;
    while here < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, here));
                at += 1;
            }
            Some(c) if *c == '?' || *c == text[here] => {
                at += 1;
                here += 1;
            }
            _ => {
                let Some((of_star, taken)) = star else { return false };
                star = Some((of_star, taken + 1));
                at = of_star + 1;
                here = taken + 1;
            }
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Ident;

    fn holds(pattern: &str, name: &Name) -> bool {
        Pattern::from_str(pattern).expect("is a pattern").matches(name)
    }

    #[test]
    fn stars_and_question_marks_stand_for_characters() {
        let name = Name::new("Audit", "Rows_2026");
        for pattern in ["audit.*", "*", "AUDIT.rows_????", "*.rows*6", "a*.*_2026", "audit.rows_2026"] {
            assert!(holds(pattern, &name), "{pattern}");
        }
        for pattern in ["audit", "rows_2026", "audit.rows_???", "audit.*x", "?audit.*", "dbo.*"] {
            assert!(!holds(pattern, &name), "{pattern}");
        }
    }

    #[test]
    fn what_lives_outside_of_schemas_is_its_name() {
        let name = Name::bare(Ident::new("monitoring reader"));
        assert!(holds("monitoring*", &name) && !holds("*.monitoring*", &name));
        assert_eq!(Pattern::from_str("  "), Err(PatternError::Empty));
    }

    #[test]
    fn brackets_stand_around_a_part() {
        let name = Name::new("my.audit", "a]b");
        for pattern in ["[My.Audit].[a]]b]", "[my.*].*", "*.[?]]b]", "[*]"] {
            assert!(holds(pattern, &name), "{pattern}");
        }
        let error = |text: &str| Pattern::from_str(text).expect_err(text);
        for broken in ["[audit", "audit]", "[a]b.c", "a[b].c", "[a].[b", "[a]]"] {
            assert_eq!(error(broken), PatternError::Bracket(broken.to_owned()));
        }
        for longer in ["dbo.doc.extra", "[dbo].[doc].[extra]", "dbo.*.*"] {
            assert_eq!(error(longer), PatternError::Parts(longer.to_owned()));
        }
    }

    #[test]
    fn many_stars_do_not_take_forever() {
        let name = Name::dbo("a".repeat(5000));
        assert!(!holds(&"a*".repeat(30).replace("a*", "*a*b"), &name));
    }
}
