//! Fixes: edits that are certain, offered with a finding.

use std::collections::BTreeMap;

use super::{Diagnostic, Report, rules};
use crate::source::{Migration, ParsedFile, Project};
use crate::syntax::lexer::{Lexer, Piece};
use crate::text::Span;

/// What mends the cause of a finding and leaves everything else as it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fix {
    /// Where in the file of the finding; the text there is replaced.
    pub span: Span,
    /// What stands there instead.
    pub text: String,
}

/// Says how a finding of a rule can be mended, when that is certain.
pub(super) type Offer = fn(Span, &Migration, &ParsedFile) -> Option<Fix>;

/// Adds fixes to the findings of rules that know one.
pub(super) fn offer(report: &mut Report, project: &Project) {
    let mut by_file: BTreeMap<u32, Vec<(&mut Diagnostic, Offer)>> = BTreeMap::new();
    for finding in &mut report.findings {
        if let Some((_, offer)) = rules::FIXES.iter().find(|(rule, _)| rule.code == finding.rule) {
            by_file.entry(finding.place.file).or_default().push((finding, *offer));
        }
    }
    if by_file.is_empty() {
        return;
    }
    for (index, file) in project.files().enumerate() {
        let Some(findings) = by_file.remove(&(index as u32)) else { continue };
        let parsed = file.parse();
        for (finding, offer) in findings {
            finding.fix = offer(finding.place.span, file, &parsed);
        }
    }
}

/// A text with fixes made, and how many were. Of fixes that meet, the first is made.
#[must_use]
pub fn fixed<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> (String, usize) {
    let mut fixes: Vec<&Fix> = fixes.into_iter().collect();
    fixes.sort();
    fixes.dedup();
    let (mut fixed, mut from, mut made) = (String::with_capacity(text.len()), 0, 0);
    for Fix { span, text: instead } in fixes {
        if (span.start as usize) < from || made > 0 && span.start as usize == from {
            continue;
        }
        fixed += &text[from..span.start as usize];
        fixed += instead;
        from = span.end as usize;
        made += 1;
    }
    fixed += &text[from..];
    (fixed, made)
}

/// The line end that a text uses.
pub(super) fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// GO on a line of its own between two statements. Comments in front of the second stay with it.
pub(super) fn go_between(text: &str, before: Span, behind: Span) -> Fix {
    let end = line_end(text);
    match next_line(text, Span { start: before.end, end: behind.start }) {
        Some(at) => Fix { span: Span { start: at, end: at }, text: format!("GO{end}") },
        None => Fix { span: Span { end: behind.start, ..behind }, text: format!("{end}GO{end}") },
    }
}

/// Where the first line begins that is not inside a comment.
fn next_line(text: &str, between: Span) -> Option<u32> {
    let mut at = between.start;
    let comments = Lexer::new(text, between).filter_map(|piece| match piece {
        Piece::Comment(span) => Some(span),
        Piece::Token(_) => None,
    });
    for comment in comments.chain([Span { start: between.end, end: between.end }]) {
        let space = &text[at as usize..comment.start as usize];
        if let Some(line_end) = space.find('\n') {
            return Some(at + line_end as u32 + 1);
        }
        at = comment.end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_that_meet_are_not_both_made() {
        let fix = |start, end, text: &str| Fix { span: Span::new(start, end), text: text.to_owned() };
        let fixes = [fix(6, 8, "C"), fix(2, 5, "B"), fix(0, 0, "A"), fix(4, 6, "x"), fix(0, 0, "A")];
        assert_eq!(fixed("0123456789", &fixes), ("A01B5C89".to_owned(), 3));
        assert_eq!(fixed("01", []), ("01".to_owned(), 0));
    }
}
