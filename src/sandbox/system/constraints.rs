//! Keys, foreign keys, checks and defaults.

use super::columns::column_owners;
use super::indexes::key_index;
use super::objects::{Object, constraint_objects, object_columns};
use super::{Facts, Row, View, row};
use crate::name::{Ident, Name};
use crate::schema::{Constraint, ConstraintKind, Table};

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
fn of_kind<'a>(facts: &Facts<'a>, more: impl Fn(&'a Name, &'a Table, &'a Constraint) -> Option<Row>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, table) in column_owners(facts) {
        let objects = constraint_objects(facts, name, table);
        for constraint in &table.constraints {
            let object = object_of(&objects, constraint.name.as_ref());
            if let (Some(object), Some(more)) = (object, more(name, table, constraint)) {
                rows.push([object.row(facts), more].concat());
            }
        }
    }
    rows
}

/// The object of the constraint of this name.
fn object_of<'o, 'a>(objects: &'o [Object<'a>], name: Option<&Ident>) -> Option<&'o Object<'a>> {
    objects.iter().find(|object| Some(object.name) == name)
}

/// Whether the system named a constraint; see [`crate::sandbox::store::naming`].
fn is_system_named(constraint: &Constraint) -> bool {
    constraint.name.as_ref().is_some_and(crate::sandbox::store::naming::is_system_name)
}

fn keys(facts: &Facts<'_>) -> Vec<Row> {
    of_kind(facts, |name, table, constraint| {
        let ConstraintKind::Key { .. } = constraint.kind else { return None };
        let index = constraint.name.as_ref().and_then(|key| key_index(facts, name, table, key));
        Some(row![index, is_system_named(constraint), true])
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
    of_kind(facts, |_, _, constraint| {
        let ConstraintKind::ForeignKey { references, on_delete, on_update, not_for_replication, .. } = &constraint.kind
        else {
            return None;
        };
        let there = facts.catalog.table(references);
        let key = there.and_then(|table| key_index(facts, references, table, primary_key(table)?));
        let (delete, delete_class) = action(on_delete.as_deref());
        let (update, update_class) = action(on_update.as_deref());
        Some(row![
            facts.object_id(references),
            key,
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
    of_kind(facts, |_, _, constraint| {
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
    let mut rows = Vec::new();
    for (name, table) in column_owners(facts) {
        let objects = constraint_objects(facts, name, table);
        for column in &table.columns {
            let Some(default) = &column.default else { continue };
            let Some(object) = object_of(&objects, default.name.as_ref()) else { continue };
            let named = default.name.as_ref().is_some_and(crate::sandbox::store::naming::is_system_name);
            let definition = format!("({})", default.value.as_str());
            let more = row![facts.column_id(name, &column.name), definition, named];
            rows.push([object.row(facts), more].concat());
        }
    }
    rows
}

/// The name of a table's primary key.
fn primary_key(table: &Table) -> Option<&Ident> {
    let is_primary = |constraint: &&Constraint| matches!(constraint.kind, ConstraintKind::Key { primary: true, .. });
    table.constraints.iter().find(is_primary)?.name.as_ref()
}
