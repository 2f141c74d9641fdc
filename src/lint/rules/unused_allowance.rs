//! Allowances that silence nothing.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

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
