//! Clauses as rows of words: whether tokens are one of the rows that the grammar has, and where they part
//! from all of them.

use crate::syntax::lexer::{Token, TokenKind};

/// Tokens with the text that they are from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    pub source: &'a str,
    pub tokens: &'a [Token],
}

/// The index of the first token that fits none of the patterns, the number of tokens where more is
/// missing; `None` when one of them fits.
///
/// A pattern is words and symbols parted by spaces. `A|B` is either, `_` any token, `()` a pair of
/// parentheses with what is in it, `…` all the rest. `?` behind an element: it may be missing; `*`: it
/// may come any number of times.
pub(super) fn misfit(row: Row, patterns: &[&str]) -> Option<usize> {
    let mut furthest = 0;
    for pattern in patterns {
        let elements: Vec<&str> = pattern.split(' ').filter(|element| !element.is_empty()).collect();
        if fits(row, 0, &elements, &mut furthest) {
            return None;
        }
    }
    Some(furthest)
}

fn fits(row: Row, at: usize, elements: &[&str], furthest: &mut usize) -> bool {
    *furthest = (*furthest).max(at);
    let Some((element, rest)) = elements.split_first() else { return at == row.tokens.len() };
    if *element == "…" {
        *furthest = row.tokens.len();
        return true;
    }
    let (choices, optional, repeats) = match (element.strip_suffix('?'), element.strip_suffix('*')) {
        (Some(choices), _) => (choices, true, false),
        (_, Some(choices)) => (choices, true, true),
        _ => (*element, false, false),
    };
    let next = choices.split('|').find_map(|choice| row.after(at, choice));
    if let Some(next) = next
        && fits(row, next, if repeats { elements } else { rest }, furthest)
    {
        return true;
    }
    optional && fits(row, at, rest, furthest)
}

impl Row<'_> {
    /// Where one element ends, if it stands here.
    fn after(self, at: usize, element: &str) -> Option<usize> {
        let token = self.tokens.get(at)?;
        match element {
            "_" => Some(at + 1),
            "()" => self.after_parenthesis(at),
            word => {
                let is_it = token.text(self.source).eq_ignore_ascii_case(word);
                (is_it && matches!(token.kind, TokenKind::Word | TokenKind::Symbol)).then_some(at + 1)
            }
        }
    }

    /// Where the parenthesis that opens at an index is closed; behind that.
    pub(super) fn after_parenthesis(self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                TokenKind::Symbol if token.is_symbol(self.source, "(") => depth += 1,
                TokenKind::Symbol if token.is_symbol(self.source, ")") => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return (at > open).then_some(at + 1);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lexer::lex;
    use crate::text::Span;

    fn misfit_of(source: &str, patterns: &[&str]) -> Option<usize> {
        let tokens = lex(source, Span::new(0, source.len())).tokens;
        misfit(Row { source, tokens: &tokens }, patterns)
    }

    #[test]
    fn a_row_fits_one_pattern_or_parts_from_all() {
        let patterns = ["OPEN GLOBAL? _", "OPEN MASTER KEY …", "CLOSE A|B* () END"];
        assert_eq!(misfit_of("open c", &patterns), None);
        assert_eq!(misfit_of("open global c", &patterns), None);
        assert_eq!(misfit_of("OPEN MASTER KEY x y", &patterns), None);
        assert_eq!(misfit_of("CLOSE a B a (1, (2)) END", &patterns), None);
        assert_eq!(misfit_of("OPEN c d", &patterns), Some(2));
        assert_eq!(misfit_of("OPEN", &patterns), Some(1));
        assert_eq!(misfit_of("CLOSE A C", &patterns), Some(2));
    }
}
