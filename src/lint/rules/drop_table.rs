//! A table that goes takes its rows with it.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "drop-table",
    summary: "drops a table with its rows",
    docs: include_str!("drop_table.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::DropTable { name } = cx.change else { return };
    if !cx.is_old(name) || cx.copied(&[&name.object]).is_some() {
        return;
    }
    let made = cx.before.object_place(name);
    cx.tell(findings, name, format!("dropping `{name}` deletes all of its rows"))
        .related(made, "the table is made here")
        .help(
            "stop using it in one release and drop it in the next; copy what is worth keeping first, in the same file",
        );
}
