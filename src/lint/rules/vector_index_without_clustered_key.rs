//! A vector index needs a clustered index below it.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-index-without-clustered-key",
    summary: "creates a vector index on a table without the clustered key that it needs",
    docs: include_str!("vector_index_without_clustered_key.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: true,
    yields_to: &[],
    checks: &[Check::Refusal(
        "give the table a clustered primary key; SQL Server 2025 wants a single int column in it",
    )],
};
