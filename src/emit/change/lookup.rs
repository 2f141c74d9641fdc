//! Dropping what has no name in the files: its name is looked up when the statement runs.

use super::Statements;
use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::schema::{Constraint, ConstraintKind};
use crate::syntax::spell;

/// Drops the default of a column.
pub(super) fn default(table: &Name, column: &Ident) -> Statements {
    let column = spell::string(column.as_str());
    let found = format!(
        "SELECT d.name FROM sys.default_constraints AS d JOIN sys.columns AS c ON c.object_id = d.parent_object_id AND \
         c.column_id = d.parent_column_id WHERE d.parent_object_id = {} AND c.name = {column}",
        object_id(table)
    );
    drop_found(table, &found)
}

/// Drops a key, foreign key or check.
pub(super) fn constraint(before: &Catalog, table: &Name, constraint: &Constraint) -> Statements {
    match &constraint.kind {
        ConstraintKind::Key { primary, columns, .. } => {
            let columns: Vec<_> = columns.iter().map(|key| key.name.clone()).collect();
            drop_found(table, &key(table, *primary, &columns))
        }
        ConstraintKind::ForeignKey { columns, references, .. } => {
            drop_found(table, &foreign_key(table, columns, references))
        }
        ConstraintKind::Check { .. } | ConstraintKind::Opaque(_) if is_only_check(before, table) => {
            let found = format!(
                "SELECT name FROM sys.check_constraints WHERE parent_object_id = {} AND is_system_named = 1",
                object_id(table)
            );
            drop_found(table, &found)
        }
        ConstraintKind::Check { condition, .. } => by_hand(table, condition.as_str()),
        ConstraintKind::Opaque(text) => by_hand(table, text.as_str()),
    }
}

/// Several checks without a name can only be told apart by texts that the server has rewritten.
fn by_hand(table: &Name, what: &str) -> Statements {
    let table = spell::name(table);
    let message =
        format!("drop the check ({what}) of {table} by its name in sys.check_constraints, and take this line out");
    Statements {
        list: vec![format!("THROW 50000, {}, 1", spell::string(&message))],
        notes: vec![format!(
            "Several checks of {table} have no name of their own: a person has to drop the right one."
        )],
        alone: false,
    }
}

fn is_only_check(before: &Catalog, table: &Name) -> bool {
    let unnamed = |constraint: &&Constraint| {
        constraint.name.is_none() && matches!(constraint.kind, ConstraintKind::Check { .. } | ConstraintKind::Opaque(_))
    };
    before.table(table).is_none_or(|table| table.constraints.iter().filter(unnamed).count() < 2)
}

fn key(table: &Name, primary: bool, columns: &[Ident]) -> String {
    let kind = if primary { "PK" } else { "UQ" };
    format!(
        "SELECT k.name FROM sys.key_constraints AS k WHERE k.parent_object_id = {} AND k.type = '{kind}' AND \
         (SELECT STRING_AGG(c.name, N',') WITHIN GROUP (ORDER BY i.key_ordinal) FROM sys.index_columns AS i JOIN sys.columns AS c \
         ON c.object_id = i.object_id AND c.column_id = i.column_id WHERE i.object_id = k.parent_object_id AND \
         i.index_id = k.unique_index_id AND i.key_ordinal > 0) = {}",
        object_id(table),
        list(columns)
    )
}

fn foreign_key(table: &Name, columns: &[Ident], references: &Name) -> String {
    format!(
        "SELECT k.name FROM sys.foreign_keys AS k WHERE k.parent_object_id = {} AND k.referenced_object_id = {} AND \
         (SELECT STRING_AGG(c.name, N',') WITHIN GROUP (ORDER BY f.constraint_column_id) FROM sys.foreign_key_columns AS f \
         JOIN sys.columns AS c ON c.object_id = f.parent_object_id AND c.column_id = f.parent_column_id WHERE \
         f.constraint_object_id = k.object_id) = {}",
        object_id(table),
        object_id(references),
        list(columns)
    )
}

fn object_id(table: &Name) -> String {
    format!("OBJECT_ID({})", spell::string(&spell::name(table)))
}

fn list(columns: &[Ident]) -> String {
    spell::string(&columns.iter().map(Ident::as_str).collect::<Vec<_>>().join(","))
}

/// Drops the constraint whose name a query finds.
fn drop_found(table: &Name, query: &str) -> Statements {
    let drop = spell::string(&format!("ALTER TABLE {} DROP CONSTRAINT ", spell::name(table)));
    Statements {
        list: vec![format!("DECLARE @sql nvarchar(max) = {drop} + QUOTENAME(({query}));\nEXEC (@sql)")],
        alone: true,
        notes: Vec::new(),
    }
}
