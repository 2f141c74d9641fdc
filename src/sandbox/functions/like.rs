//! LIKE and PATINDEX: `%`, `_`, `[a-z]`, `[^a-z]`, an escape character.

use rusqlite::types::Value;

use super::args::{Answer, Args, Function};
use super::fold::lower;
use crate::sandbox::collation::Collation;
use crate::sandbox::error::SqlError;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[("t_like", like), ("t_patindex", pat_index)];

/// A piece of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// `%`.
    Any,
    /// `_`.
    One,
    /// A character.
    Is(char),
    /// `[…]`; `true` is `[^…]`.
    Set(Vec<(char, char)>, bool),
}

/// A pattern that is read, with how it compares.
#[derive(Debug, Clone)]
struct Pattern {
    pieces: Vec<Piece>,
    collation: Collation,
}

impl Pattern {
    /// Reads a pattern; a `[` without its `]` matches nothing.
    fn read(text: &str, escape: Option<char>, collation: Collation) -> Option<Self> {
        let mut pieces = Vec::new();
        let chars: Vec<char> = text.chars().collect();
        let mut at = 0;
        while let Some(c) = chars.get(at).copied() {
            at += 1;
            pieces.push(match c {
                c if Some(c) == escape => {
                    let literal = chars.get(at).copied()?;
                    at += 1;
                    Piece::Is(literal)
                }
                '%' => Piece::Any,
                '_' => Piece::One,
                '[' => {
                    let close =
                        (at + usize::from(chars.get(at) == Some(&'^'))..chars.len()).find(|at| chars[*at] == ']')?;
                    let piece = set(&chars[at..close]);
                    at = close + 1;
                    piece
                }
                c => Piece::Is(c),
            });
        }
        pieces.dedup_by(|a, b| *a == Piece::Any && *b == Piece::Any);
        Some(Self { pieces, collation })
    }

    fn matches_char(&self, piece: &Piece, c: char) -> bool {
        let fold = |c: char| if self.collation == Collation::CaseInsensitive { lower(c) } else { c };
        match piece {
            Piece::Any => false,
            Piece::One => true,
            Piece::Is(own) => fold(*own) == fold(c),
            Piece::Set(ranges, negated) => {
                let inside = ranges.iter().any(|(from, to)| (fold(*from)..=fold(*to)).contains(&fold(c)));
                inside != *negated
            }
        }
    }

    /// Whether the whole text matches: greedy with one point to come back to, so that the time is the
    /// product of both lengths at most.
    fn matches(&self, text: &[char]) -> bool {
        let (mut at, mut piece) = (0, 0);
        let mut back: Option<(usize, usize)> = None;
        while at < text.len() {
            match self.pieces.get(piece) {
                Some(Piece::Any) => {
                    back = Some((piece, at));
                    piece += 1;
                }
                Some(other) if self.matches_char(other, text[at]) => {
                    at += 1;
                    piece += 1;
                }
                _ => match &mut back {
                    Some((any, from)) => {
                        *from += 1;
                        at = *from;
                        piece = *any + 1;
                    }
                    None => return false,
                },
            }
        }
        self.pieces[piece..].iter().all(|piece| *piece == Piece::Any)
    }

    /// Trailing blanks of the text may stay over, as in a comparison.
    fn matches_padded(&self, text: &str) -> bool {
        let chars: Vec<char> = text.chars().collect();
        let kept = text.trim_end_matches(' ').chars().count();
        self.matches(&chars) || (kept..chars.len()).any(|end| self.matches(&chars[..end]))
    }
}

fn set(inner: &[char]) -> Piece {
    let negated = inner.first() == Some(&'^');
    let inner = if negated { &inner[1..] } else { inner };
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < inner.len() {
        if inner.get(at + 1) == Some(&'-') && at + 2 < inner.len() {
            ranges.push((inner[at], inner[at + 2]));
            at += 3;
        } else {
            ranges.push((inner[at], inner[at]));
            at += 1;
        }
    }
    Piece::Set(ranges, negated)
}

/// `t_like(text, pattern, escape, 'collation')`; no escape where it is empty or NULL.
fn like(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let mut escape = args.text(2).chars();
    let (escape, more) = (escape.next(), escape.next());
    if more.is_some() {
        let text = format!("The invalid escape character \"{}\" was specified in a LIKE predicate.", args.text(2));
        return Err(SqlError::new(506, text));
    }
    let collation = args.collation(3);
    let pattern = args.cached(1, |text| Ok(Pattern::read(text, escape, collation)))?;
    Ok(Value::Integer(i64::from(pattern.is_some_and(|pattern| pattern.matches_padded(args.text(0))))))
}

/// `t_patindex(pattern, text, 'collation')`: where the match starts, without the leading `%`.
fn pat_index(args: &Args<'_, '_>) -> Answer {
    if args.any_null(2) {
        return Ok(Value::Null);
    }
    let collation = args.collation(2);
    let Some(pattern) = args.cached(0, |text| Ok(Pattern::read(text, None, collation)))? else {
        return Ok(Value::Integer(0));
    };
    let text: Vec<char> = args.text(1).chars().collect();
    let (floating, pieces) = match pattern.pieces.split_first() {
        Some((Piece::Any, rest)) => (true, rest.to_vec()),
        _ => (false, pattern.pieces.clone()),
    };
    let pattern = Pattern { pieces, ..pattern };
    let last = if floating { text.len() } else { 0 };
    let found = (0..=last).find(|start| pattern.matches(&text[*start..]));
    let units = |count: usize| text[..count].iter().map(|c| c.len_utf16()).sum::<usize>();
    Ok(Value::Integer(found.map_or(0, |start| units(start) as i64 + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matches(text: &str, pattern: &str) -> bool {
        Pattern::read(pattern, Some('!'), Collation::CaseInsensitive)
            .is_some_and(|pattern| pattern.matches_padded(text))
    }

    #[test]
    fn patterns_of_the_documentation() {
        for (text, pattern, expected) in [
            ("Carson", "%son", true),
            ("CARSON", "c[a-c]r%", true),
            ("Carson", "c[^a]%", false),
            ("50% off", "%50[%]%", true),
            ("50% off", "50!%%", true),
            ("abc  ", "abc", true),
            ("abc", "abc  ", false),
            ("a]b", "a]b", true),
            ("a[b", "a[[]b", true),
            ("a", "[a", false),
            ("x-y", "x[-]y", true),
            ("", "%", true),
            ("", "_", false),
        ] {
            assert_eq!(matches(text, pattern), expected, "{text} LIKE {pattern}");
        }
    }

    /// The meaning, written down as a recursion over the pattern.
    fn model(text: &[char], pattern: &[char]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some(('%', rest)) => (0..=text.len()).any(|at| model(&text[at..], rest)),
            Some(('_', rest)) => !text.is_empty() && model(&text[1..], rest),
            Some((c, rest)) => text.first() == Some(c) && model(&text[1..], rest),
        }
    }

    proptest! {
        #[test]
        fn the_matcher_agrees_with_its_model(text in "[ab]{0,8}", pattern in "[ab%_]{0,8}") {
            let (chars, pieces): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
            prop_assert_eq!(matches(&text, &pattern), model(&chars, &pieces));
        }

        #[test]
        fn any_pattern_is_read(text in ".{0,20}", pattern in ".{0,20}") {
            let _ = matches(&text, &pattern);
        }
    }
}
