//! Constraints and defaults that the engine names itself.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::name::Ident;
use crate::schema::{Column, Constraint, ConstraintKind, Table};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unnamed-constraint",
    summary: "leaves the name of a constraint to the engine",
    docs: include_str!("unnamed_constraint.md"),
    levels: Levels::all(Level::Info),
    phases: BOTH,
    guarded: false,
    yields_to: &[],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    let (table, unnamed) = match cx.change {
        Change::CreateTable { name, table } => (name, of_table(table)),
        Change::AddConstraint { table, constraint } => (table, of_constraint(constraint).into_iter().collect()),
        Change::AddColumn { table, column } => (table, of_column(column).into_iter().collect()),
        Change::AddDefault { table, column, default, .. } if default.name.is_none() => {
            (table, vec![format!("the default of `{column}`")])
        }
        _ => return,
    };
    if table.is_temporary() || unnamed.is_empty() {
        return;
    }
    let message =
        format!("`{table}` leaves a name to the engine, another one in each database: that of {}", listed(&unnamed));
    cx.tell(findings, table, message)
        .help("write CONSTRAINT and a name before it: what drops or alters it later needs the name");
}

/// How many are named before the rest is counted.
const SHOWN: usize = 3;

fn listed(unnamed: &[String]) -> String {
    let (shown, more) = unnamed.split_at(unnamed.len().min(SHOWN));
    match shown {
        _ if !more.is_empty() => format!("{} and {} more", shown.join(", "), more.len()),
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => shown.join(", "),
    }
}

fn of_table(table: &Table) -> Vec<String> {
    table.constraints.iter().filter_map(of_constraint).chain(table.columns.iter().filter_map(of_column)).collect()
}

fn of_constraint(constraint: &Constraint) -> Option<String> {
    let what = match &constraint.kind {
        ConstraintKind::Key { primary: true, .. } => "the primary key".to_owned(),
        ConstraintKind::Key { columns, .. } => format!("the key over {}", quoted(columns.iter().map(|key| &key.name))),
        ConstraintKind::ForeignKey { columns, .. } => format!("the foreign key of {}", quoted(columns)),
        ConstraintKind::Check { .. } => "a check".to_owned(),
        ConstraintKind::Opaque(_) => return None,
    };
    constraint.name.is_none().then_some(what)
}

fn of_column(column: &Column) -> Option<String> {
    let default = column.default.as_ref()?;
    default.name.is_none().then(|| format!("the default of `{}`", column.name))
}

fn quoted<'a>(columns: impl IntoIterator<Item = &'a Ident>) -> String {
    columns.into_iter().map(|column| format!("`{column}`")).collect::<Vec<_>>().join(", ")
}
