//! Checks and foreign keys.

use super::super::row::{Row, RowError};
use super::objects::Objects;
use super::query::Answers;
use super::shapes::Shapes;
use super::text::{flag, inner, maybe, number, own_name, text};
use crate::name::Name;
use crate::schema::{Constraint, ConstraintKind};

/// Reads checks and foreign keys into the shapes of their tables.
pub(super) fn read(answers: &Answers, objects: &Objects, shapes: &mut Shapes) -> Result<(), RowError> {
    for row in answers.of("checks") {
        let check = check(row)?;
        if let Some(shape) = shapes.known(number(row, "object_id")?) {
            shape.table.constraints.push(check);
        }
    }
    let mut last = None;
    for row in answers.of("foreign_keys") {
        let (key, table) = (number(row, "key_id")?, number(row, "object_id")?);
        if last.replace(key) != Some(key) {
            let references = objects.get(number(row, "referenced_id")?);
            let references = references.map(|table| table.name.clone()).unwrap_or_default();
            let key = foreign_key(row, references)?;
            if let Some(shape) = shapes.known(table) {
                shape.table.constraints.push(key);
            }
        }
        foreign_key_column(row, table, shapes)?;
    }
    Ok(())
}

fn check(row: &Row) -> Result<Constraint, RowError> {
    let condition = inner(&text(row, "condition")?);
    let not_for_replication = flag(row, "not_for_replication")?;
    constraint(row, ConstraintKind::Check { condition, not_for_replication })
}

fn constraint(row: &Row, kind: ConstraintKind) -> Result<Constraint, RowError> {
    Ok(Constraint {
        name: own_name(row, "name", "is_system_named")?,
        kind,
        not_trusted: flag(row, "is_not_trusted")?,
        disabled: flag(row, "is_disabled")?,
    })
}

/// A foreign key that has no columns yet.
fn foreign_key(row: &Row, references: Name) -> Result<Constraint, RowError> {
    let kind = ConstraintKind::ForeignKey {
        columns: Vec::new(),
        references,
        referenced: Vec::new(),
        on_delete: action(row, "on_delete")?,
        on_update: action(row, "on_update")?,
        not_for_replication: flag(row, "not_for_replication")?,
    };
    constraint(row, kind)
}

/// `SET_NULL` is written `SET NULL`; `NO_ACTION` is what is not written.
fn action(row: &Row, column: &str) -> Result<Option<Box<str>>, RowError> {
    let action = maybe(row, column)?.filter(|action| action != "NO_ACTION");
    Ok(action.map(|action| action.replace('_', " ").into()))
}

/// Adds a column to the last foreign key of a table.
fn foreign_key_column(row: &Row, table: i64, shapes: &mut Shapes) -> Result<(), RowError> {
    let here = shapes.column(table, number(row, "column_id")?).cloned();
    let there = shapes.column(number(row, "referenced_id")?, number(row, "referenced_column_id")?).cloned();
    let last = shapes.known(table).and_then(|shape| shape.table.constraints.last_mut());
    if let Some(ConstraintKind::ForeignKey { columns, referenced, .. }) = last.map(|last| &mut last.kind) {
        columns.extend(here);
        referenced.extend(there);
    }
    Ok(())
}
