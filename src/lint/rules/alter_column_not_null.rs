//! A column that becomes NOT NULL: every row is looked at, and none may be NULL.

use crate::change::Change;
use crate::hazard::is_on;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::name::Name;
use crate::schema::Column;

/// The rule.
pub static RULE: Rule = Rule {
    code: "alter-column-not-null",
    summary: "makes a column NOT NULL in a table that may hold rows",
    docs: include_str!("alter_column_not_null.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let Change::AlterColumn { table, from, to } = cx.change else { return };
    let becomes = to.nullable == Some(false) && from.data_type.is_some() && !is_not_null(cx, table, from);
    if !becomes || !cx.is_old_column(table, &from.name) {
        return;
    }
    let filled = cx.copied(&[&table.object, &from.name]);
    let online = is_on(cx.options(), "ONLINE");
    let column = &from.name;
    let message = match (filled, online) {
        (Some(_), true) => return,
        (None, _) => format!(
            "`{column}` of `{table}` cannot become NOT NULL while a row is NULL, and nobody can use the table while that is looked up"
        ),
        (Some(_), false) => format!(
            "nobody can use `{table}` while every row is checked for a NULL in `{column}` (schema-modification lock)"
        ),
    };
    let finding = cx.tell(findings, table, message);
    if filled.is_none() {
        finding.errors(&[515]);
    }
    finding.help("fill the NULLs in an earlier step, and alter the column WITH (ONLINE = ON) in a file of its own");
}

fn is_not_null(cx: &ChangeCx, table: &Name, column: &Column) -> bool {
    let in_key = || cx.before.table(table).is_some_and(|table| table.primary_key().any(|key| *key == column.name));
    column.nullable == Some(false) || in_key()
}
