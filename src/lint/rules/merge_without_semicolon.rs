//! A MERGE ends in a semicolon.

use crate::lint::{BOTH, Check, Fix, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "merge-without-semicolon",
    summary: "has a MERGE that no semicolon ends",
    docs: include_str!("merge_without_semicolon.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal("write a semicolon behind it")],
};

/// The semicolon.
#[allow(clippy::unnecessary_wraps, reason = "other rules are not always certain")]
pub(in crate::lint) fn fix(span: Span, _file: &Migration, _parsed: &ParsedFile) -> Option<Fix> {
    Some(Fix { span: Span { start: span.end, ..span }, text: ";".to_owned() })
}
