//! Files without a statement.

use crate::catalog::Place;
use crate::lint::loose::is_loose;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::source::{Migration, ParsedFile};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "empty-migration",
    summary: "holds no statement",
    docs: include_str!("empty_migration.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::File(check)],
};

fn check(index: usize, migration: &Migration, parsed: &ParsedFile, findings: &mut Findings) {
    let is_empty = parsed.batches.iter().all(|batch| batch.statements.is_empty());
    // A file that is no project's is recorded nowhere.
    if !is_empty || is_loose(migration) {
        return;
    }
    findings
        .add(
            Place { file: index as u32, span: Span::default() },
            "this file holds no statement: it would be recorded as applied, and could not be filled in after that",
        )
        .help("write what it is for, or delete it");
}
