//! Allowances of rules that are not there.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unknown-rule",
    summary: "allows a rule that is not known",
    docs: include_str!("unknown_rule.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Linter],
};
