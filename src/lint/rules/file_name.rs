//! Files that are never run.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "file-name",
    summary: "has a name or place that ragsql does not take",
    docs: include_str!("file_name.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Linter],
};
