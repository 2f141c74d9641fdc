//! How much of a statement is kept as text because it is not understood.

use crate::schema::{Column, Constraint, ConstraintKind, DataType, Index, Table, UserType};
use crate::syntax::ast::{AlterTable, Kind};

/// The number of clauses in this node, statements inside it left out, that are kept as opaque text;
/// 1 for a statement that is opaque as a whole, 0 for one that is fully typed.
#[must_use]
pub fn opaque_clauses(kind: &Kind) -> usize {
    match kind {
        Kind::Opaque { .. } => 1,
        Kind::CreateTable { table, .. } => in_table(table),
        Kind::AlterTable { actions, .. } => actions.iter().map(|(action, _)| in_action(action)).sum(),
        Kind::CreateIndex { index, .. } => in_index(index),
        Kind::CreateType { definition, .. } => match &**definition {
            UserType::Table(table) => in_table(table),
            UserType::Alias { base, .. } => in_type(Some(base)),
            UserType::Clr(_) => 0,
        },
        Kind::Module { module, .. } => {
            let parameters = module.parameters.iter().map(|parameter| in_type(Some(&parameter.data_type)));
            let returned = module.return_table.as_deref().map_or(0, in_table);
            parameters.sum::<usize>() + in_type(module.returns.as_ref()) + returned
        }
        Kind::Declare(variables) => {
            let each = variables.iter();
            each.map(|one| in_type(one.data_type.as_ref()) + one.table.as_deref().map_or(0, in_table)).sum()
        }
        _ => 0,
    }
}

fn in_action(action: &AlterTable) -> usize {
    match action {
        AlterTable::AddColumn { column, .. } | AlterTable::AlterColumn(column, _) => in_column(column),
        AlterTable::AddConstraint(constraint) => in_constraint(constraint),
        AlterTable::AddIndex(index) => in_index(index),
        AlterTable::Opaque(_) => 1,
        _ => 0,
    }
}

fn in_table(table: &Table) -> usize {
    let columns: usize = table.columns.iter().map(in_column).sum();
    let constraints: usize = table.constraints.iter().map(in_constraint).sum();
    let indexes: usize = table.indexes.iter().map(in_index).sum();
    columns + constraints + indexes + table.opaque.len()
}

fn in_column(column: &Column) -> usize {
    in_type(column.data_type.as_ref()) + column.opaque.len()
}

fn in_constraint(constraint: &Constraint) -> usize {
    usize::from(matches!(constraint.kind, ConstraintKind::Opaque(_)))
}

fn in_index(index: &Index) -> usize {
    index.opaque.len()
}

fn in_type(data_type: Option<&DataType>) -> usize {
    usize::from(matches!(data_type, Some(DataType::Opaque(_))))
}
