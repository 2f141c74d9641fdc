//! A vector column takes part in no key, check, default or ordinary index.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-column-constraint",
    summary: "builds a constraint, default, key or statistics on a vector column",
    docs: include_str!("vector_column_constraint.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "leave the vector column bare: NULL or NOT NULL is all that it takes; deduplicate by a hash of the text",
    )],
};
