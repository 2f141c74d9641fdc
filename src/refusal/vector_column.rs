//! Vector columns: how wide they may be, and what cannot be built on them.

use super::{Judge, Refusal, table};
use crate::name::{Ident, Name};
use crate::schema::{
    Column, Constraint, ConstraintKind, DataType, Index, IndexKind, Module, Table, UserType, VectorBase,
};
use crate::syntax::lexer::{self};
use crate::text::Span;

/// The widest vector of each base type (Learn, vector data type).
const MAX_FLOAT32: u32 = 1998;
const MAX_FLOAT16: u32 = 3996;

/// Functions on vectors, none of which is deterministic (measured on Azure).
const VECTOR_FUNCTIONS: [&str; 4] = ["VECTOR_DISTANCE", "VECTOR_NORM", "VECTOR_NORMALIZE", "VECTOR_SEARCH"];

/// A column that comes, or the shape that an altered one takes.
pub(super) fn column(judge: &mut Judge, table: &Name, column: &Column) {
    if let Some(data_type) = &column.data_type {
        size(judge, table, &column.name, data_type);
    }
    if column.vector().is_some() {
        if column.default.is_some() {
            judge.add(table::VECTOR_DEFAULT.about(table, &[&column.name, table]));
        }
        if column.collation.is_some() {
            judge.add(table::COLLATED_VECTOR.about(table, &[&column.name, table]));
        }
    }
    let persisted = column.computed.as_ref().filter(|computed| computed.persisted);
    if let Some(function) = persisted.and_then(|computed| vector_function(computed.expression.as_str())) {
        judge.add(table::PERSISTED_VECTOR_FUNCTION.about(table, &[&column.name, table, &function]));
    }
}

/// 2717, 1001 and 195, for a column, parameter or variable of this name.
pub(super) fn size(judge: &mut Judge, object: &Name, name: &Ident, data_type: &DataType) {
    let DataType::Vector { dimensions, base } = data_type else { return };
    let most = match base {
        VectorBase::Float32 => MAX_FLOAT32,
        VectorBase::Float16 => MAX_FLOAT16,
    };
    if *dimensions == 0 {
        judge.add(table::NO_DIMENSIONS.about(object, &[name]));
    } else if *dimensions > most {
        judge.add(table::TOO_MANY_DIMENSIONS.about(object, &[dimensions, name, &most]));
    }
    if *base == VectorBase::Float16 && !judge.has_preview_features() {
        judge.add(table::FLOAT16_IS_PREVIEW.about(object, &[name]));
    }
}

/// The first vector function that an expression calls.
fn vector_function(expression: &str) -> Option<&'static str> {
    let tokens = lexer::lex(expression, Span::new(0, expression.len())).tokens;
    VECTOR_FUNCTIONS.into_iter().find(|name| tokens.iter().any(|token| token.is_word(expression, name)))
}

/// The parameters and the result of a module.
pub(super) fn module(judge: &mut Judge, name: &Name, module: &Module) {
    for parameter in &module.parameters {
        size(judge, name, &parameter.name, &parameter.data_type);
    }
    if let Some(returns) = &module.returns {
        size(judge, name, &Ident::new("RETURNS"), returns);
    }
}

/// A type from a vector, or a table type with vector columns.
pub(super) fn user_type(judge: &mut Judge, name: &Name, definition: &UserType) {
    match definition {
        UserType::Alias { base: DataType::Vector { .. }, .. } => {
            judge.add(table::ALIAS_OF_VECTOR.about(name, &[name]));
        }
        UserType::Table(shape) => shape.columns.iter().for_each(|inner| column(judge, name, inner)),
        UserType::Alias { .. } | UserType::Clr(_) => {}
    }
}

/// 42204 and 42238.
pub(super) fn alter(judge: &mut Judge, table: &Name, from: &Column, to: &Column, certain: bool) {
    let (Some((old, old_base)), Some((new, new_base))) = (from.vector(), to.vector()) else { return };
    if old_base != new_base {
        judge.add(Refusal { certain, ..table::ALTER_BASE_TYPE.about(table, &[&to.name, table]) });
    } else if old != new {
        judge.add(Refusal { certain, ..table::ALTER_DIMENSIONS.about(table, &[&old, &new, &to.name, table]) });
    }
}

/// A constraint over a vector column of the table.
pub(super) fn constraint(judge: &mut Judge, table: &Name, definition: &Table, constraint: &Constraint) {
    let name = constraint.name.clone().unwrap_or_else(|| Ident::new("(unnamed)"));
    let is_vector = |column: &Ident| definition.column(column).is_some_and(|column| column.vector().is_some());
    match &constraint.kind {
        ConstraintKind::Key { columns, .. } => {
            for key in columns.iter().filter(|key| is_vector(&key.name)) {
                judge.add(table::VECTOR_IN_KEY.about(table, &[&key.name, table, &name]));
            }
        }
        ConstraintKind::ForeignKey { columns, .. } => {
            for column in columns.iter().filter(|column| is_vector(column)) {
                judge.add(table::VECTOR_IN_FOREIGN_KEY.about(table, &[column, table, &name]));
            }
        }
        ConstraintKind::Check { condition, .. } => {
            for column in definition.columns.iter().filter(|column| column.vector().is_some()) {
                if mentions(condition.as_str(), &column.name) {
                    judge.add(table::VECTOR_IN_CHECK.about(table, &[&column.name, table]));
                }
            }
        }
        ConstraintKind::Opaque(_) => {}
    }
}

/// Whether an expression names a column. A function or a word of T-SQL of the same name counts too.
pub(super) fn mentions(expression: &str, column: &Ident) -> bool {
    let lexed = lexer::lex(expression, Span::new(0, expression.len()));
    let is_name = |token: &&lexer::Token| token.kind.is_name();
    let mut names = lexed.tokens.iter().filter(is_name).map(|token| lexer::identifier_text(token.text(expression)));
    names.any(|name| column.is(&name))
}

/// An ordinary index with a vector among its keys. Included columns are allowed.
pub(super) fn index(judge: &mut Judge, table: &Name, definition: &Table, index: &Index) {
    if matches!(index.kind, IndexKind::Vector { .. } | IndexKind::Other { .. }) {
        return;
    }
    keys(judge, table, definition, &index.name, index.keys.iter().map(|key| &key.name));
}

/// 1978, for an index or for statistics.
pub(super) fn keys<'a>(
    judge: &mut Judge,
    table: &Name,
    definition: &Table,
    name: &Ident,
    columns: impl Iterator<Item = &'a Ident>,
) {
    for column in columns.filter_map(|column| definition.column(column)).filter(|column| column.vector().is_some()) {
        judge.add(table::VECTOR_IN_INDEX.about(table, &[&column.name, table, name]));
    }
}
