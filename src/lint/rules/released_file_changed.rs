//! Released files that changed.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "released-file-changed",
    summary: "changes, renames or deletes a file that is released",
    docs: include_str!("released_file_changed.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Release],
};
