//! The column below a vector index stays as it is.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "drop-column-under-vector-index",
    summary: "drops or alters the column of a vector index",
    docs: include_str!("drop_column_under_vector_index.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &["alter-vector-column"],
    checks: &[Check::Refusal(
        "drop the vector index first; for another model, add a second column, fill it, and move the searches over",
    )],
};
