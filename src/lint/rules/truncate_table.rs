//! TRUNCATE TABLE takes every row.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "truncate-table",
    summary: "deletes every row of a table",
    docs: include_str!("truncate_table.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::Truncate { table } = cx.change else { return };
    if !cx.is_old(table) || cx.copied(&[&table.object]).is_some() {
        return;
    }
    cx.tell(findings, table, format!("truncating `{table}` deletes all of its rows"))
        .help("delete what has to go, with a WHERE; copy the rest first where all of it goes");
}
