//! Allowances that silence nothing.

use crate::lint::{BOTH, Check, Fix, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "unused-allowance",
    summary: "allows a rule that finds nothing here",
    docs: include_str!("unused_allowance.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Linter],
};

/// The comment goes, with its line when it is alone there.
pub(in crate::lint) fn fix(span: Span, file: &Migration, _: &ParsedFile) -> Option<Fix> {
    let line = file.file.position(span.start).line;
    let whole = Span { start: file.file.line_start(line), end: file.file.line_start(line + 1) };
    let before = file.file.slice(Span { end: span.start, ..whole });
    let kept = before.trim_end().len() as u32;
    let span = if kept == 0 { whole } else { Span { start: whole.start + kept, ..span } };
    Some(Fix { span, text: String::new() })
}
