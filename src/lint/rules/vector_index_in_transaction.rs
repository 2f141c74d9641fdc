//! CREATE VECTOR INDEX runs in no user transaction.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-index-in-transaction",
    summary: "creates a vector index inside a transaction",
    docs: include_str!("vector_index_in_transaction.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &["vector-index-in-migration"],
    checks: &[Check::Refusal("take the statement out of the transaction: post-load files run without one")],
};
