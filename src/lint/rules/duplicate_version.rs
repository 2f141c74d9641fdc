//! Versions that are there twice.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "duplicate-version",
    summary: "has the version of another file",
    docs: include_str!("duplicate_version.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Linter],
};
