//! A vector column has one vector index.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "second-vector-index",
    summary: "creates a second vector index on a column",
    docs: include_str!("second_vector_index.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &[],
    checks: &[Check::Refusal("drop the first index, or keep a second vector column for the second metric")],
};
