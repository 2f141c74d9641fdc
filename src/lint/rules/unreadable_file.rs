//! Files that cannot be read.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unreadable-file",
    summary: "cannot be read",
    docs: include_str!("unreadable_file.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Linter],
};
