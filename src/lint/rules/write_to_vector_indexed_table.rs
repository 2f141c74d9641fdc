//! On SQL Server 2025 a vector index makes its table read-only.

use crate::lint::standing::Standing;
use crate::lint::{BOTH, Check, Level, Levels, Rule};
use crate::syntax::ast::Statement;

/// The rule.
pub static RULE: Rule = Rule {
    code: "write-to-vector-indexed-table",
    summary: "changes rows of a table that has a vector index",
    docs: include_str!("write_to_vector_indexed_table.md"),
    levels: Levels::cloud(Level::Off, Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[
        Check::Refusal("drop the vector index, change the rows, and let post-load build it again"),
        Check::Watch(|| Box::new(Standing::new(Statement::changed_table, ("changes rows of", 42231, STANDING)))),
    ],
};

const STANDING: &str = "call it only while the vector index is dropped, and let post-load build the index again";
