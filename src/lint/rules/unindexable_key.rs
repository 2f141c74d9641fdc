//! Columns of large types, and keys that are too wide whatever is in them.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unindexable-key",
    summary: "makes a key of a column that can be in none",
    docs: include_str!("unindexable_key.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "give the column a length that fits; a longer value can be found by a hash of it, in a persisted computed column with the index on it",
    )],
};
