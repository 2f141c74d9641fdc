//! Dropping what has no name in the files: its name is looked up when the statement runs.

use super::Statements;
use crate::catalog::Catalog;
use crate::name::{Ident, Name};
use crate::schema::{Constraint, ConstraintKind};
use crate::syntax::lookup::{Unnamed, What};
use crate::syntax::spell;

/// Drops the default of a column.
pub(super) fn default(table: &Name, column: &Ident) -> Statements {
    drop_found(table, What::Default(column.clone()))
}

/// Drops a key, foreign key or check.
pub(super) fn constraint(before: &Catalog, table: &Name, constraint: &Constraint) -> Statements {
    match &constraint.kind {
        ConstraintKind::Key { primary, columns, .. } => {
            let columns = columns.iter().map(|key| key.name.clone()).collect();
            drop_found(table, What::Key { primary: *primary, columns })
        }
        ConstraintKind::ForeignKey { columns, references, .. } => {
            let (columns, references) = (columns.clone(), references.clone());
            drop_found(table, What::ForeignKey { columns, references })
        }
        ConstraintKind::Check { .. } | ConstraintKind::Opaque(_) if is_only_check(before, table) => {
            drop_found(table, What::Check)
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

/// Drops the constraint whose name is looked up.
fn drop_found(table: &Name, what: What) -> Statements {
    let expression = Unnamed { table: table.clone(), what }.expression();
    Statements {
        list: vec![format!("DECLARE @sql nvarchar(max) = {expression};\nEXEC (@sql)")],
        alone: true,
        notes: Vec::new(),
    }
}
