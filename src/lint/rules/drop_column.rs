//! A column that goes takes its values with it.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "drop-column",
    summary: "drops a column with its values",
    docs: include_str!("drop_column.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::DropColumn { table, column } = cx.change else { return };
    let computed = cx.before.column(table, column).is_some_and(|column| column.computed.is_some());
    if computed || !cx.is_old_column(table, column) {
        return;
    }
    let copied = cx.copied(&[&table.object, column]);
    let message = match copied {
        None => format!("dropping `{column}` of `{table}` deletes its values"),
        Some(_) => format!("dropping `{column}` of `{table}` leaves an older version of the application without it"),
    };
    let finding = cx.tell(findings, table, message);
    if copied.is_some() {
        finding.unsure().related(copied, "its values may be kept by this statement");
    }
    finding.help("stop reading and writing it in one release, and drop it in the next");
}
