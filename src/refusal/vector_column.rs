//! Vector columns: what they cannot have, and what cannot be built on them.

use super::{Judge, Refusal, table};
use crate::name::{Ident, Name};
use crate::schema::{Column, Constraint, ConstraintKind, DataType, Index, IndexKind, SqlText, Table, UserType};
use crate::syntax::ast::{Kind, ObjectClass};
use crate::syntax::lexer::{self};
use crate::text::Span;

/// Functions on vectors, none of which is deterministic (measured on Azure).
const VECTOR_FUNCTIONS: [&str; 4] = ["VECTOR_DISTANCE", "VECTOR_NORM", "VECTOR_NORMALIZE", "VECTOR_SEARCH"];

/// A column that comes, or the shape that an altered one takes.
pub(super) fn column(judge: &mut Judge, table: &Name, column: &Column) {
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

/// 10794 for a vector column of a memory-optimized table or table type.
pub(super) fn in_memory(judge: &mut Judge, name: &Name, definition: &Table, column: &Column) {
    if definition.is_memory_optimized() && column.vector().is_some() {
        judge.add(table::VECTOR_IN_MEMORY.about(name, &[&column.name, name]));
    }
}

/// 7704 for a table or index that is partitioned by a vector: `ON scheme (column)`.
pub(super) fn partitioned(judge: &mut Judge, name: &Name, definition: &Table, storage: Option<&SqlText>) {
    let Some((_, column)) = storage.and_then(|storage| storage.as_str().split_once('(')) else { return };
    let column = Ident::new(lexer::identifier_text(column.trim_end_matches(')').trim()));
    if definition.is_vector(&column) {
        judge.add(table::VECTOR_IN_PARTITION.about(name, &[&column]));
    }
}

/// 7704 for `CREATE PARTITION FUNCTION name (VECTOR(n))`.
pub(super) fn statement(judge: &mut Judge, kind: &Kind, text: &str) {
    let Kind::NamedObject { class: ObjectClass::Other(class), name, .. } = kind else { return };
    if &**class != "PARTITION FUNCTION" {
        return;
    }
    let tokens = lexer::lex(text, Span::new(0, text.len())).tokens;
    let open = tokens.iter().position(|token| token.is_symbol(text, "("));
    if open.and_then(|open| tokens.get(open + 1)).is_some_and(|token| token.is_word(text, "VECTOR")) {
        judge.add(table::VECTOR_IN_PARTITION.plain(&[name.object()]));
    }
}

/// The first vector function that an expression calls.
fn vector_function(expression: &str) -> Option<&'static str> {
    let tokens = lexer::lex(expression, Span::new(0, expression.len())).tokens;
    VECTOR_FUNCTIONS.into_iter().find(|name| tokens.iter().any(|token| token.is_word(expression, name)))
}

/// A type from a vector, or a table type with vector columns.
pub(super) fn user_type(judge: &mut Judge, name: &Name, definition: &UserType) {
    match definition {
        UserType::Alias { base: DataType::Vector { .. }, .. } => {
            judge.add(table::ALIAS_OF_VECTOR.about(name, &[name]));
        }
        UserType::Table(shape) => {
            for inner in &shape.columns {
                column(judge, name, inner);
                in_memory(judge, name, shape, inner);
            }
        }
        UserType::Alias { .. } | UserType::Clr(_) => {}
    }
}

/// 42204 and 42238, and 206 for what no vector turns into.
pub(super) fn alter(judge: &mut Judge, table: &Name, from: &Column, to: &Column, certain: bool) {
    let Some((old, old_base)) = from.vector() else { return };
    let Some((new, new_base)) = to.vector() else {
        if let Some(other) = to.data_type.as_ref().filter(|other| never_holds_a_vector(other)) {
            judge.add(Refusal { certain, ..table::VECTOR_TO_OTHER_TYPE.about(table, &[other, &to.name, table]) });
        }
        return;
    };
    if old_base != new_base {
        judge.add(Refusal { certain, ..table::ALTER_BASE_TYPE.about(table, &[&to.name, table]) });
    } else if old != new {
        judge.add(Refusal { certain, ..table::ALTER_DIMENSIONS.about(table, &[&old, &new, &to.name, table]) });
    }
}

/// Whether no value of a type comes from a vector: numbers, times, bytes and the like. Text and JSON do.
fn never_holds_a_vector(data_type: &DataType) -> bool {
    const NEVER: [&str; 22] = [
        "bigint",
        "binary",
        "bit",
        "date",
        "datetime",
        "datetime2",
        "datetimeoffset",
        "decimal",
        "float",
        "image",
        "int",
        "money",
        "numeric",
        "real",
        "smalldatetime",
        "smallint",
        "smallmoney",
        "sql_variant",
        "time",
        "tinyint",
        "uniqueidentifier",
        "varbinary",
    ];
    matches!(data_type, DataType::System { name, .. } if NEVER.contains(&&**name))
}

/// A constraint over a vector column of the table.
pub(super) fn constraint(judge: &mut Judge, table: &Name, definition: &Table, constraint: &Constraint) {
    let name = constraint.name.clone().unwrap_or_else(|| Ident::new("(unnamed)"));
    match &constraint.kind {
        ConstraintKind::Key { columns, .. } => {
            for key in columns.iter().filter(|key| definition.is_vector(&key.name)) {
                judge.add(table::VECTOR_IN_KEY.about(table, &[&key.name, table, &name]));
            }
        }
        ConstraintKind::ForeignKey { columns, .. } => {
            for column in columns.iter().filter(|column| definition.is_vector(column)) {
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
