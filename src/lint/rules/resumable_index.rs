//! RESUMABLE = ON needs ONLINE = ON and no transaction.

use crate::change::Change;
use crate::hazard::is_on;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::schema::{ConstraintKind, IndexOption};

/// The rule.
pub static RULE: Rule = Rule {
    code: "resumable-index",
    summary: "asks for a resumable build where there can be none",
    docs: include_str!("resumable_index.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Some(options) = options(cx.change).filter(|options| is_on(options, "RESUMABLE")) else { return };
    let Some(table) = cx.change.table() else { return };
    if !is_on(options, "ONLINE") {
        cx.tell(findings, table, "RESUMABLE = ON needs ONLINE = ON")
            .errors(&[11438])
            .help("write WITH (ONLINE = ON, RESUMABLE = ON)");
    } else if cx.step.in_transaction {
        cx.tell(findings, table, "a resumable build cannot be part of a transaction, and this file runs in one")
            .help("put it in a file of its own with the header line -- ragsql: no-transaction");
    }
}

fn options(change: &Change) -> Option<&[IndexOption]> {
    match change {
        Change::CreateIndex { index, .. } => Some(&index.options),
        Change::AlterIndex { options, .. } => Some(options),
        Change::AddConstraint { constraint, .. } => match &constraint.kind {
            ConstraintKind::Key { options, .. } => Some(options),
            _ => None,
        },
        _ => None,
    }
}
