//! A vector index needs 100 vectors, which no migration can count on.

use crate::change::Change;
use crate::lint::{Check, Findings, Level, Levels, Rule};
use crate::replay::Step;
use crate::source::Phase;

/// The rule.
pub static RULE: Rule = Rule {
    code: "vector-index-in-migration",
    summary: "creates a vector index in a migration instead of a post-load step",
    docs: include_str!("vector_index_in_migration.md"),
    levels: Levels::cloud(Level::Error, Level::Off),
    phases: &[Phase::Migrations],
    guarded: false,
    yields_to: &[],
    checks: &[Check::Step(check)],
};

fn check(step: &Step, findings: &mut Findings) {
    for (change, span) in step.changes {
        let Change::CreateIndex { table, index, .. } = change else { continue };
        if !index.is_vector() {
            continue;
        }
        let place = step.at(*span);
        let message = format!(
            "the vector index `{}` is created in a migration, where `{table}` may hold fewer than the 100 vectors \
             that it needs",
            index.name
        );
        let numbers: &[u32] = if step.in_transaction { &[42266, 574] } else { &[42266] };
        findings.add(place, message).table(table).errors(numbers).help(
            "move it to a file in post-load/: ragsql builds it there, outside a transaction, once 100 rows hold a vector",
        );
    }
}
