//! TRUNCATE TABLE is refused while a vector index is there.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "truncate-vector-indexed-table",
    summary: "truncates a table that has a vector index",
    docs: include_str!("truncate_vector_indexed_table.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "drop the vector index first (ragsql post-load drop), and let post-load build it again after the load",
    )],
};
