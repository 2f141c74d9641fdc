//! Keys, foreign keys, checks and defaults.

use super::objects::{Object, object_columns, objects};
use super::{Facts, Row, View, row};
use crate::name::Name;
use crate::schema::{Constraint, ConstraintKind};

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys(
            "key_constraints",
            object_columns!(", unique_index_id int, is_system_named bit, is_enforced bit"),
            keys,
        ),
        View::sys(
            "foreign_keys",
            object_columns!(
                ", referenced_object_id int, key_index_id int, is_disabled bit, is_not_for_replication bit, is_not_trusted bit, delete_referential_action tinyint, delete_referential_action_desc nvarchar(60), update_referential_action tinyint, update_referential_action_desc nvarchar(60), is_system_named bit"
            ),
            foreign_keys,
        ),
        View::sys(
            "foreign_key_columns",
            "constraint_object_id int, constraint_column_id int, parent_object_id int, parent_column_id int, referenced_object_id int, referenced_column_id int",
            foreign_key_columns,
        ),
        View::sys(
            "check_constraints",
            object_columns!(
                ", is_disabled bit, is_not_for_replication bit, is_not_trusted bit, parent_column_id int, definition nvarchar(max), uses_database_collation bit, is_system_named bit"
            ),
            checks,
        ),
        View::sys(
            "default_constraints",
            object_columns!(", parent_column_id int, definition nvarchar(max), is_system_named bit"),
            defaults,
        ),
    ]
}

/// Rows of all constraints of one kind: the columns of an object and those that `more` gives.
fn of_kind<'a>(facts: &Facts<'a>, more: impl Fn(&'a Name, &'a Constraint) -> Option<Row>) -> Vec<Row> {
    let objects = objects(facts);
    let mut rows = Vec::new();
    for (table, entry) in &facts.catalog.tables {
        for constraint in &entry.definition.constraints {
            let Some(numbered) = facts.constraint(table, constraint.name.as_ref()) else { continue };
            let object = objects.iter().find(|object: &&Object<'_>| object.numbered.id == numbered.id);
            if let (Some(object), Some(more)) = (object, more(table, constraint)) {
                rows.push([object.row(facts), more].concat());
            }
        }
    }
    rows
}

/// Whether the system named a constraint; see [`crate::sandbox::store::naming`].
fn is_system_named(constraint: &Constraint) -> bool {
    constraint.name.as_ref().is_some_and(crate::sandbox::store::naming::is_system_name)
}

fn keys(facts: &Facts<'_>) -> Vec<Row> {
    let shown = super::indexes::shown(facts);
    of_kind(facts, |table, constraint| {
        let ConstraintKind::Key { .. } = constraint.kind else { return None };
        let index = shown.iter().find(|index| index.table == table && Some(index.name) == constraint.name.as_ref());
        Some(row![index.map(|index| index.id), is_system_named(constraint), true])
    })
}

/// Number and word of a referential action.
fn action(written: Option<&str>) -> (i32, &'static str) {
    match written {
        Some("CASCADE") => (1, "CASCADE"),
        Some("SET NULL") => (2, "SET_NULL"),
        Some("SET DEFAULT") => (3, "SET_DEFAULT"),
        _ => (0, "NO_ACTION"),
    }
}

fn foreign_keys(facts: &Facts<'_>) -> Vec<Row> {
    let shown = super::indexes::shown(facts);
    of_kind(facts, |_, constraint| {
        let ConstraintKind::ForeignKey { references, on_delete, on_update, not_for_replication, .. } = &constraint.kind
        else {
            return None;
        };
        let key = shown.iter().find(|index| index.table == references && index.key == Some(true));
        let (delete, delete_class) = action(on_delete.as_deref());
        let (update, update_class) = action(on_update.as_deref());
        Some(row![
            facts.object_id(references),
            key.map(|key| key.id),
            constraint.disabled,
            *not_for_replication,
            constraint.not_trusted,
            delete,
            delete_class,
            update,
            update_class,
            is_system_named(constraint),
        ])
    })
}

fn foreign_key_columns(facts: &Facts<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (table, entry) in &facts.catalog.tables {
        for constraint in &entry.definition.constraints {
            let ConstraintKind::ForeignKey { columns, references, referenced, .. } = &constraint.kind else { continue };
            let Some(numbered) = facts.constraint(table, constraint.name.as_ref()) else { continue };
            let there = crate::sandbox::store::table::referenced_columns(facts.catalog, references, referenced);
            for (at, (here, there)) in (1_i32..).zip(columns.iter().zip(&there)) {
                rows.push(row![
                    numbered.id,
                    at,
                    facts.object_id(table),
                    facts.column_id(table, here),
                    facts.object_id(references),
                    facts.column_id(references, there),
                ]);
            }
        }
    }
    rows
}

fn checks(facts: &Facts<'_>) -> Vec<Row> {
    of_kind(facts, |_, constraint| {
        let ConstraintKind::Check { condition, not_for_replication } = &constraint.kind else { return None };
        Some(row![
            constraint.disabled,
            *not_for_replication,
            constraint.not_trusted,
            0,
            format!("({})", condition.as_str()),
            true,
            is_system_named(constraint),
        ])
    })
}

fn defaults(facts: &Facts<'_>) -> Vec<Row> {
    let objects = objects(facts);
    let mut rows = Vec::new();
    for (table, entry) in &facts.catalog.tables {
        for column in &entry.definition.columns {
            let Some(default) = &column.default else { continue };
            let Some(numbered) = facts.constraint(table, default.name.as_ref()) else { continue };
            let Some(object) = objects.iter().find(|object| object.numbered.id == numbered.id) else { continue };
            let named = default.name.as_ref().is_some_and(crate::sandbox::store::naming::is_system_name);
            let text = default.value.as_str();
            let definition = if text.starts_with('(') { text.to_owned() } else { format!("({text})") };
            let more = row![facts.column_id(table, &column.name), definition, named];
            rows.push([object.row(facts), more].concat());
        }
    }
    rows
}
