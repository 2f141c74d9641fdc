//! A vector index is dropped and created, never altered.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "alter-vector-index",
    summary: "alters or renames a vector index",
    docs: include_str!("alter_vector_index.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "drop the index and create it again (ragsql post-load rebuild); name other indexes one by one instead of ALL",
    )],
};
