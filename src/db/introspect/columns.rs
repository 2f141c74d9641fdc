//! Columns with everything that belongs to one: its type, default, identity, expression and properties.

use super::super::row::{Row, RowError};
use super::query::Answers;
use super::shapes::Shapes;
use super::text::{flag, ident, inner, maybe, number, option, own_name};
use super::types;
use crate::name::Ident;
use crate::schema::{Column, Computed, DefaultValue, Generated, Identity, IndexOption, Period, SqlText};

/// `generated_always_type` (Learn, "sys.columns").
const GENERATED: [(i64, Generated); 6] = [
    (1, Generated::RowStart),
    (2, Generated::RowEnd),
    (5, Generated::TransactionIdStart),
    (6, Generated::TransactionIdEnd),
    (7, Generated::SequenceNumberStart),
    (8, Generated::SequenceNumberEnd),
];

/// Reads every column. A collation that is the database's own is left out, as it is where none is written.
pub(super) fn read(answers: &Answers, collation: &str, shapes: &mut Shapes) -> Result<(), RowError> {
    for row in answers.of("columns") {
        let shape = shapes.at(number(row, "object_id")?);
        let name = ident(row, "name")?;
        shape.columns.insert(number(row, "column_id")?, name);
        if row.get::<Option<i64>>("graph_type")?.is_none() {
            shape.table.columns.push(column(row, collation)?);
        }
        note_period(row, &mut shape.table.period)?;
    }
    Ok(())
}

fn column(row: &Row, collation: &str) -> Result<Column, RowError> {
    let mut column = Column::new(ident(row, "name")?, None);
    if let Some(expression) = maybe(row, "computed")? {
        let persisted = flag(row, "is_persisted")?;
        column.computed = Some(Computed { expression: inner(&expression), persisted });
        // NOT NULL may have been written, or follow from the expression.
        column.nullable = (persisted && !flag(row, "is_nullable")?).then_some(false);
    } else {
        column.data_type = types::column_type(row)?;
        column.nullable = Some(flag(row, "is_nullable")?);
        column.collation = maybe(row, "collation")?.filter(|own| !own.eq_ignore_ascii_case(collation)).map(Ident::new);
    }
    column.identity = identity(row)?;
    column.default = default(row)?;
    column.generated = generated(row)?;
    column.sparse = flag(row, "is_sparse")?;
    column.rowguidcol = flag(row, "is_rowguidcol")?;
    column.hidden = flag(row, "is_hidden")?;
    column.masked = maybe(row, "masking_function")?.map(SqlText::new);
    column.filestream = flag(row, "is_filestream")?;
    column.column_set = flag(row, "is_column_set")?;
    column.encrypted = encrypted(row)?;
    Ok(column)
}

fn identity(row: &Row) -> Result<Option<Identity>, RowError> {
    let (Some(seed), Some(increment)) = (maybe(row, "seed")?, maybe(row, "increment")?) else { return Ok(None) };
    let not_for_replication = flag(row, "not_for_replication")?;
    Ok(Some(Identity { seed: seed.into(), increment: increment.into(), not_for_replication }))
}

fn default(row: &Row) -> Result<Option<DefaultValue>, RowError> {
    let Some(value) = maybe(row, "default_value")? else { return Ok(None) };
    let name = own_name(row, "default_name", "is_default_system_named")?;
    Ok(Some(DefaultValue { name, value: inner(&value) }))
}

fn generated(row: &Row) -> Result<Option<Generated>, RowError> {
    let number = number(row, "generated_always_type")?;
    Ok(GENERATED.iter().find(|(known, _)| *known == number).map(|(_, generated)| *generated))
}

/// The columns that are generated as the start and the end of a row are its period.
fn note_period(row: &Row, period: &mut Option<Period>) -> Result<(), RowError> {
    let name = || ident(row, "name");
    let empty = || Period { start: Ident::default(), end: Ident::default() };
    match generated(row)? {
        Some(Generated::RowStart) => period.get_or_insert_with(empty).start = name()?,
        Some(Generated::RowEnd) => period.get_or_insert_with(empty).end = name()?,
        _ => {}
    }
    Ok(())
}

fn encrypted(row: &Row) -> Result<Vec<IndexOption>, RowError> {
    let Some(kind) = maybe(row, "encryption_type")? else { return Ok(Vec::new()) };
    let key = maybe(row, "encryption_key")?.map(|key| option("COLUMN_ENCRYPTION_KEY", Ident::new(key).to_string()));
    let algorithm = maybe(row, "encryption_algorithm")?.map(|name| option("ALGORITHM", format!("'{name}'")));
    let kind = option("ENCRYPTION_TYPE", kind);
    Ok(key.into_iter().chain([kind]).chain(algorithm).collect())
}
