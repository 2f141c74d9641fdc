//! A unique index takes NULL once.

use crate::change::Change;
use crate::lint::{BOTH, ChangeCx, Check, Findings, Level, Levels, Rule};
use crate::name::{Ident, Name};
use crate::schema::{Constraint, ConstraintKind, Index, IndexKind, KeyColumn, Table};

/// The rule.
pub static RULE: Rule = Rule {
    code: "unique-over-nullable",
    summary: "lets one row alone have no value",
    docs: include_str!("unique_over_nullable.md"),
    levels: Levels::all(Level::Warning),
    phases: BOTH,
    guarded: false,
    yields_to: &["unique-on-existing-rows"],
    checks: &[Check::Change(check)],
};

fn check(cx: &ChangeCx, findings: &mut Findings) {
    match cx.change {
        Change::CreateTable { name, table } if !name.is_temporary() => {
            let indexes = table.indexes.iter().filter_map(of_index);
            let unique = indexes.chain(table.constraints.iter().filter_map(of_constraint));
            tell(cx, name, &unique.filter(|column| may_be_null(table, column)).collect::<Vec<_>>(), findings);
        }
        Change::CreateIndex { table, index, .. } => judge(cx, table, of_index(index), findings),
        Change::AddConstraint { table, constraint } => judge(cx, table, of_constraint(constraint), findings),
        _ => {}
    }
}

/// The single column over which an index is unique. Several columns mean what they say together, and
/// one of them that may be NULL means many rows without a value.
fn of_index(index: &Index) -> Option<&Ident> {
    let is_unique = matches!(index.kind, IndexKind::Rowstore { unique: true, .. }) && index.filter.is_none();
    single(&index.keys).filter(|_| is_unique)
}

fn of_constraint(constraint: &Constraint) -> Option<&Ident> {
    match &constraint.kind {
        ConstraintKind::Key { primary: false, columns, .. } => single(columns),
        _ => None,
    }
}

fn single(keys: &[KeyColumn]) -> Option<&Ident> {
    match keys {
        [key] => Some(&key.name),
        _ => None,
    }
}

fn judge(cx: &ChangeCx, name: &Name, column: Option<&Ident>, findings: &mut Findings) {
    let table = cx.before.table(name);
    let found: Vec<&Ident> =
        column.into_iter().filter(|column| table.is_some_and(|table| may_be_null(table, column))).collect();
    tell(cx, name, &found, findings);
}

fn may_be_null(table: &Table, name: &Ident) -> bool {
    let in_key = table.primary_key().any(|key| key == name);
    let column = table.column(name).filter(|column| column.data_type.is_some() && column.identity.is_none());
    !in_key && column.is_some_and(|column| column.nullable != Some(false))
}

fn tell(cx: &ChangeCx, name: &Name, columns: &[&Ident], findings: &mut Findings) {
    let Some(first) = columns.first() else { return };
    let listed: Vec<String> = columns.iter().map(|column| format!("`{column}`")).collect();
    let listed = listed.join(", and one no ");
    cx.tell(
        findings,
        name,
        format!("one row of `{name}` alone can have no {listed}: to a unique index NULL is a value like any other"),
    )
    .errors(&[2601])
    .help(format!("make the column NOT NULL, or write CREATE UNIQUE INDEX … WHERE {first} IS NOT NULL"));
}
