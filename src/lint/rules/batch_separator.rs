//! Lines that begin with GO and are no separator.

use crate::lint::{BOTH, Check, Fix, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::syntax::ProblemKind;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "batch-separator",
    summary: "has a line that begins with GO and holds something else",
    docs: include_str!("batch_separator.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Problem(&[ProblemKind::GoLine], "write GO alone on its line")],
};

/// `GO;` becomes `GO`, with its count where it has one. What else stands on such a line is left alone.
pub(in crate::lint) fn fix(span: Span, file: &Migration, _: &ParsedFile) -> Option<Fix> {
    let line = file.file.slice(span);
    let separator = line.trim_end_matches([';', ' ', '\t']);
    let count = separator.get(2..)?.trim();
    let is_go = separator.get(..2)?.eq_ignore_ascii_case("go") && count.bytes().all(|byte| byte.is_ascii_digit());
    (is_go && separator.len() < line.len()).then(|| Fix { span, text: separator.to_owned() })
}
