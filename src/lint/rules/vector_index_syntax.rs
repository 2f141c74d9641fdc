//! How CREATE and DROP of a vector index are spelt.

use crate::lint::{BOTH, Check, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-index-syntax",
    summary: "writes a vector index in a form that the engine does not know",
    docs: include_str!("vector_index_syntax.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(
        "write CREATE VECTOR INDEX name ON table (column) WITH (METRIC = 'cosine', TYPE = 'DiskANN'), and DROP INDEX name ON table",
    )],
};
