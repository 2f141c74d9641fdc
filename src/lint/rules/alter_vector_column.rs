//! A vector column keeps its dimensions and base type.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "alter-vector-column",
    summary: "changes the dimensions or the base type of a vector column",
    docs: include_str!("alter_vector_column.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "add a second column for the new model, fill it, move the searches over, then drop the old one",
    )],
};
