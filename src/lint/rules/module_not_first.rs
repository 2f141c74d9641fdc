//! Modules and CREATE SCHEMA start their batch.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "module-not-first",
    summary: "has a module or CREATE SCHEMA that does not start its batch",
    docs: include_str!("module_not_first.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "put GO before it; where it must be conditional, use CREATE OR ALTER, or EXEC with the text",
    )],
};
