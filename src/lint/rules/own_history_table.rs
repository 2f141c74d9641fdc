//! The tables in which ragsql keeps what ran are its own.

use crate::catalog::Presence;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Options, Rule};
use crate::replay::{Skipped, Step};
use crate::syntax::ast::{Kind, ObjectClass, ObjectName};

/// The rule.
pub static RULE: Rule = Rule {
    code: "own-history-table",
    summary: "changes the table in which ragsql keeps what ran",
    docs: include_str!("own_history_table.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Setting(check)],
};

/// A branch that a fresh database does not take, since its catalog has no history table, is taken on a real one.
fn check(step: &Step, options: &Options, findings: &mut Findings) {
    if !matches!(step.skipped, None | Some(Skipped::Branch)) {
        return;
    }
    let (verb, names) = changed(&step.statement.kind);
    for name in names.iter().filter(|name| name.parts.len() <= 2) {
        let table = step.before.resolve(&name.to_name());
        if !options.histories.contains(&table) {
            continue;
        }
        let place = step.place();
        let finding = findings.add(place, format!("this {verb} `{table}`, in which ragsql keeps what ran"));
        finding.table(&table).help(
            "take it out: `ragsql repair` mends an entry of the history with a reason, and `ragsql baseline` records \
             what is there already",
        );
        if step.certainty == Presence::Possible || step.skipped.is_some() {
            finding.unsure();
        }
    }
}

/// The tables that a statement makes, changes or drops, with what it does to them.
fn changed(kind: &Kind) -> (&'static str, Vec<&ObjectName>) {
    match kind {
        Kind::Dml { target: Some(table), .. } => ("changes rows of", vec![table]),
        Kind::Truncate { table, .. } => ("empties", vec![table]),
        Kind::CreateTable { name, .. } => ("makes", vec![name]),
        Kind::AlterTable { name, .. } => ("changes", vec![name]),
        Kind::Drop { class: ObjectClass::Table, names, .. } => ("drops", names.iter().collect()),
        Kind::Transfer { name, .. } => ("moves", vec![name]),
        Kind::Rename { old, .. } => ("renames", vec![old]),
        _ => ("", Vec::new()),
    }
}
