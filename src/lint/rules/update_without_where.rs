//! An UPDATE that nothing restricts, of columns that were there before.

use crate::lint::history::is_old_column;
use crate::lint::rows::Rows;
use crate::lint::{BOTH, Check, Findings, Level, Levels, Rule};
use crate::replay::Step;
use crate::syntax::ast::DmlVerb;

/// The rule.
pub static RULE: Rule = Rule {
    code: "update-without-where",
    summary: "changes every row of a table",
    docs: include_str!("update_without_where.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &["column-used-in-its-batch", "reembed-under-vector-index", "missing-object"],
    checks: &[Check::Step(check)],
};

fn check(step: &Step, findings: &mut Findings) {
    let Some(rows) = Rows::of_old_table(step, DmlVerb::Update).filter(|rows| rows.all) else { return };
    let table = rows.table;
    let Some(column) = rows.set.iter().find(|column| is_old_column(step.before, step.file, &table, column)) else {
        return;
    };
    let place = step.place();
    findings
        .add(place, format!("this overwrites `{column}` in every row of `{table}`, in one transaction"))
        .table(&table)
        .help("say which rows with a WHERE; on a large table go in steps, UPDATE TOP (n) … WHERE … in a loop");
}
