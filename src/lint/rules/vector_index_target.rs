//! A vector index stands on a vector column of a base table, and on nothing else.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-index-target",
    summary: "creates a vector index on something that cannot have one",
    docs: include_str!("vector_index_target.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "create it on a vector column of a base table; search a view or synonym through the table below it",
    )],
};
