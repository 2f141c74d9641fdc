//! What comments say that a query is for.

use crate::syntax::lexer::{Lexer, Piece};
use crate::text::Span;

/// Words for a search that reads every row and means it.
const EXACT: [&str; 2] = ["exact", "brute"];

/// How many lines above a query are looked at.
const LINES: usize = 4;

/// Whether a comment in a query, behind it on its last line, or on the lines above it, says that it is exact on purpose.
pub(super) fn is_exact(source: &str, query: Span) -> bool {
    let inside = Lexer::new(source, query).filter_map(|piece| match piece {
        Piece::Comment(span) => Some(&source[span.range()]),
        Piece::Token(_) => None,
    });
    let above = source[..query.start as usize].rsplit('\n').skip(1).take(LINES).map(str::trim);
    let above = above.take_while(|line| line.starts_with("--") || line.starts_with("/*") || line.ends_with("*/"));
    let beside = beside(source, query);
    inside.chain(above).chain(beside).any(|comment| {
        let comment = comment.to_lowercase();
        !comment.contains("ragsql:") && EXACT.iter().any(|word| comment.contains(word))
    })
}

/// The comment behind the query on its last line, and the one behind what opens its body on the line above.
fn beside(source: &str, query: Span) -> impl Iterator<Item = &str> {
    let rest = source[query.end as usize..].split('\n').next().unwrap_or_default().trim_start_matches([';', ' ', '\t']);
    let behind = Some(rest).filter(|rest| rest.starts_with("--") || rest.starts_with("/*"));
    let above = source[..query.start as usize].rsplit('\n').nth(1).and_then(|line| line.split_once("--"));
    let opening = above.filter(|(code, _)| {
        let word = code.split_whitespace().next_back().unwrap_or_default();
        ["AS", "BEGIN", "ELSE"].iter().any(|opens| word.eq_ignore_ascii_case(opens))
    });
    behind.into_iter().chain(opening.map(|(_, comment)| comment))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> bool {
        let start = text.find("SELECT").expect("a query");
        is_exact(text, Span::new(start, text.len()))
    }

    #[test]
    fn a_comment_behind_the_query_is_read() {
        let said = |text: &str| is_exact(text, Span::new(0, "SELECT 1".len()));
        assert!(said("SELECT 1; -- exact on purpose"));
        assert!(!said("SELECT 1;\nPRINT 2; -- exact"));
    }

    #[test]
    fn comments_in_and_above_the_query_are_read() {
        for text in [
            "-- Exact, since there are few rows\nSELECT 1",
            "/* brute force */\n-- as a baseline\nSELECT 1",
            "SELECT TOP (10) -- exact KNN\n 1",
            "CREATE PROCEDURE p AS -- exact on purpose\nSELECT 1",
        ] {
            assert!(said(text), "{text}");
        }
        for text in [
            "SELECT 'exact'",
            "-- exact\nPRINT 1;\nSELECT 1",
            "PRINT 1; -- exact\nSELECT 1",
            "-- ragsql: allow exact-search it is small\nSELECT 1",
            "SELECT 1",
        ] {
            assert!(!said(text), "{text}");
        }
    }
}
