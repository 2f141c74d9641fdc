//! What comments say that a query is for.

use crate::syntax::lexer::{Lexer, Piece};
use crate::text::Span;

/// Words for a search that reads every row and means it.
const EXACT: [&str; 2] = ["exact", "brute"];

/// How many lines above a query are looked at.
const LINES: usize = 4;

/// Whether a comment in a query, or on the lines above it, says that it is exact on purpose.
pub(super) fn is_exact(source: &str, query: Span) -> bool {
    let inside = Lexer::new(source, query).filter_map(|piece| match piece {
        Piece::Comment(span) => Some(&source[span.range()]),
        Piece::Token(_) => None,
    });
    let above = source[..query.start as usize].rsplit('\n').skip(1).take(LINES).map(str::trim);
    let above = above.take_while(|line| line.starts_with("--") || line.starts_with("/*") || line.ends_with("*/"));
    inside.chain(above).any(|comment| {
        let comment = comment.to_lowercase();
        !comment.contains("ragsql:") && EXACT.iter().any(|word| comment.contains(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> bool {
        let start = text.find("SELECT").expect("a query");
        is_exact(text, Span::new(start, text.len()))
    }

    #[test]
    fn comments_in_and_above_the_query_are_read() {
        for text in [
            "-- Exact, since there are few rows\nSELECT 1",
            "/* brute force */\n-- as a baseline\nSELECT 1",
            "SELECT TOP (10) -- exact KNN\n 1",
        ] {
            assert!(said(text), "{text}");
        }
        for text in [
            "SELECT 'exact'",
            "-- exact\nPRINT 1;\nSELECT 1",
            "-- ragsql: allow exact-search it is small\nSELECT 1",
            "SELECT 1",
        ] {
            assert!(!said(text), "{text}");
        }
    }
}
