//! A string, comment or name without an end.

use crate::lint::{BOTH, Check, Level, Levels, Rule};
use crate::syntax::ProblemKind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "unterminated",
    summary: "has a string, comment or delimited name without an end",
    docs: include_str!("unterminated.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Problem(&[ProblemKind::Unterminated], "close it")],
};
