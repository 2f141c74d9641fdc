//! A column's new type for which every row is written anew.

use crate::change::Change;
use crate::hazard::{Conversion, conversion, is_on};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    code: "alter-column-rewrites-table",
    summary: "writes every row anew under a lock that stops all use of the table",
    docs: include_str!("alter_column_rewrites_table.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &["alter-column-not-null", "narrow-column"],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::AlterColumn { table, from, to } = cx.change else { return };
    let rewrites = conversion(from, to) == Conversion::Rewrites && !is_on(cx.options(), "ONLINE");
    if !rewrites || !cx.is_old_column(table, &from.name) {
        return;
    }
    let written = to.data_type.as_ref().map(ToString::to_string).unwrap_or_default();
    cx.tell(findings, table, format!("every row of `{table}` is written anew for `{}` as {written}, and nobody can use the table meanwhile", from.name))
        .help("alter it WITH (ONLINE = ON) in a file of its own; for a very large table add a column, fill it in steps, and swap");
}
