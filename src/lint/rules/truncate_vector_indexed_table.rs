//! TRUNCATE TABLE is refused while a vector index is there.

use crate::lint::standing::Standing;
use crate::lint::{BOTH, Check, Level, Levels, Rule};
use crate::syntax::ast::{Kind, ObjectName, Statement};

/// The rule.
pub static RULE: Rule = Rule {
    code: "truncate-vector-indexed-table",
    summary: "truncates a table that has a vector index",
    docs: include_str!("truncate_vector_indexed_table.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Refusal(HELP), Check::Watch(|| Box::new(Standing::new(truncated, ("truncates", 42232, HELP))))],
};

const HELP: &str =
    "drop the vector index first (ragsql post-load drop), and let post-load build it again after the load";

/// The table that a statement truncates.
fn truncated(statement: &Statement) -> Option<&ObjectName> {
    match &statement.kind {
        Kind::Truncate { table, .. } => Some(table),
        _ => None,
    }
}
