//! A new column whose value is no constant of its moment: it is written into every row.

use crate::change::Change;
use crate::hazard::{Written, writes_rows};
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::schema::Column;
use crate::syntax::ast::{AlterTable, Kind};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    code: "add-column-rewrites-table",
    summary: "adds a column whose value is written into every row",
    docs: include_str!("add_column_rewrites_table.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::AddColumn { table, column } = cx.change else { return };
    let Some((why, help)) = reason(cx, column).filter(|_| cx.is_old(table)) else { return };
    cx.tell(
        findings,
        table,
        format!(
            "`{}` is written into every row of `{table}` {why}, and nobody can use the table meanwhile",
            column.name
        ),
    )
    .help(help);
}

/// Why the rows are written, and what to do instead.
fn reason(cx: &ChangeCx, column: &Column) -> Option<(&'static str, &'static str)> {
    const LATER: &str = "add it as NULL, fill it in steps, and give it its default and NOT NULL in later files";
    Some(match writes_rows(column, is_with_values(cx))? {
        Written::Volatile => ("because its default differs from row to row", LATER),
        Written::Large => ("because a value of its type cannot be kept as metadata", LATER),
        Written::Identity => ("because it is an IDENTITY", "take the numbers from a sequence, and fill them in steps"),
        Written::Persisted => {
            ("because it is PERSISTED", "leave it computed, and index it where that is what it is for")
        }
    })
}

/// Whether rows that are there take the default of a column that may be NULL.
fn is_with_values(cx: &ChangeCx) -> bool {
    let Kind::AlterTable { actions, .. } = &cx.step.statement.kind else { return false };
    let is_it = |(action, span): &(AlterTable, Span)| {
        *span == cx.place.span && matches!(action, AlterTable::AddColumn { with_values: true, .. })
    };
    actions.iter().any(is_it)
}
