//! Patterns of names: `audit.*`, `dbo.tmp_??`, `*_backup`.

use std::str::FromStr;

use crate::name::Name;

/// A pattern that a whole name has to match, in any letter case: `*` stands for any characters, `?` for one. A name in
/// a schema is `schema.object`, without brackets; what lives outside of schemas is its name alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Vec<char>);

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// It is empty.
    #[error("a pattern of names is empty; `*` would stand for every name")]
    Empty,
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let text = text.trim();
        if text.is_empty() { Err(PatternError::Empty) } else { Ok(Self(text.to_lowercase().chars().collect())) }
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
    fn many_stars_do_not_take_forever() {
        let name = Name::dbo("a".repeat(5000));
        assert!(!holds(&"a*".repeat(30).replace("a*", "*a*b"), &name));
    }
}
