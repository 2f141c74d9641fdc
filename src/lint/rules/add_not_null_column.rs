//! A NOT NULL column without a default cannot come to a table that has rows.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::schema::{Column, DataType};
use crate::syntax::ast::{AlterTable, Kind};

/// The rule.
pub static RULE: Rule = Rule {
    code: "add-not-null-column",
    summary: "adds a NOT NULL column without a default to a table that may hold rows",
    docs: include_str!("add_not_null_column.md"),
    levels: Levels::all(Level::Error),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::AddColumn { table, column } = cx.change else { return };
    if !cx.is_old(table) || !needs_a_value(column) || has_default_beside(cx, column) {
        return;
    }
    let help = match column.vector() {
        Some(_) => "a vector takes no default: add it as NULL, and let embedded_at or the like say which rows have one",
        None => "give it a default, or add it as NULL, fill it, and make it NOT NULL in a later file",
    };
    cx.tell(
        findings,
        table,
        format!("`{}` cannot be added to `{table}` when it has rows: it is NOT NULL without a default", column.name),
    )
    .errors(&[4901])
    .help(help);
}

/// Whether rows that are there need a value which nothing gives them.
fn needs_a_value(column: &Column) -> bool {
    let named =
        |wanted: &[&str]| matches!(&column.data_type, Some(DataType::System { name, .. }) if wanted.contains(&&**name));
    let not_null = column.nullable == Some(false) || (column.nullable.is_none() && named(&["sysname"]));
    let fills_itself = column.identity.is_some() || column.computed.is_some() || named(&["timestamp", "rowversion"]);
    not_null && column.default.is_none() && !fills_itself
}

/// Whether the same statement gives the column a default as a constraint of its own.
fn has_default_beside(cx: &ChangeCx, column: &Column) -> bool {
    let Kind::AlterTable { actions, .. } = &cx.step.statement.kind else { return false };
    let gives = |action: &AlterTable| matches!(action, AlterTable::AddDefault { column: of, .. } if *of == column.name);
    actions.iter().any(|(action, _)| gives(action))
}
