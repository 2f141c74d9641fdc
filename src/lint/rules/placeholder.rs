//! Placeholders that ragsql does not fill in.

use crate::lint::{BOTH, Check, Level, Levels, Rule};
use crate::syntax::ProblemKind;

/// The rule.
pub static RULE: Rule = Rule {
    code: "placeholder",
    summary: "has a placeholder that nobody fills in",
    docs: include_str!("placeholder.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Problem(
        &[ProblemKind::Placeholder],
        "write the value, or make the file before ragsql reads it; where another tool runs the file, switch this rule off",
    )],
};
