//! One predicate for a table and operation.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "overlapping-predicates",
    summary: "adds a security predicate where one is already, or where none can be",
    docs: include_str!("overlapping_predicates.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal("drop or alter the predicate that is there")],
};
