//! The clustered key below a vector index stays.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "drop-key-under-vector-index",
    summary: "drops the clustered key of a table that has a vector index",
    docs: include_str!("drop_key_under_vector_index.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal("drop the vector index first")],
};
