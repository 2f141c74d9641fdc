//! Data types, from a type's name with its length, precision and scale.

use super::super::row::{Row, RowError};
use super::text::{flag, maybe, number, text};
use crate::name::{Ident, Name};
use crate::schema::{DataType, SqlText, VectorBase};

/// The number that stands for `max`.
const MAX: i64 = -1;
/// Bytes of a vector beside its elements (Learn, "Vector data type").
const VECTOR_HEADER: i64 = 8;

/// The type that a row tells in `type_name`, `type_schema`, `is_user_type`, `max_length`, `digits` and `decimals`;
/// `None` where the engine tells none.
pub(super) fn data_type(row: &Row) -> Result<Option<DataType>, RowError> {
    let Some(name) = maybe(row, "type_name")? else { return Ok(None) };
    if flag(row, "is_user_type")? {
        return Ok(Some(DataType::User(Name::new(text(row, "type_schema")?, name))));
    }
    system_type(row, &name.to_lowercase()).map(Some)
}

/// A system type by its name, lower case.
pub(super) fn system_type(row: &Row, name: &str) -> Result<DataType, RowError> {
    let length = number(row, "max_length")?;
    let (digits, decimals) = (number(row, "digits")?, number(row, "decimals")?);
    let args: Vec<String> = match name {
        "char" | "varchar" | "binary" | "varbinary" => vec![bytes(length, 1)],
        "nchar" | "nvarchar" => vec![bytes(length, 2)],
        "decimal" | "numeric" => vec![digits.to_string(), decimals.to_string()],
        "time" | "datetime2" | "datetimeoffset" => vec![decimals.to_string()],
        _ => Vec::new(),
    };
    Ok(DataType::System { name: name.into(), args: args.into_iter().map(Into::into).collect() })
}

fn bytes(length: i64, width: i64) -> String {
    if length == MAX { "max".to_owned() } else { (length / width).to_string() }
}

/// The type of a column, with what only columns have: dimensions and an XML schema collection.
pub(super) fn column_type(row: &Row) -> Result<Option<DataType>, RowError> {
    match data_type(row)? {
        Some(DataType::System { name, .. }) if &*name == "vector" => vector(row).map(Some),
        Some(DataType::System { name, .. }) if &*name == "xml" => Ok(Some(DataType::Xml(collection(row)?))),
        other => Ok(other),
    }
}

/// Where the engine does not show dimensions, the length tells them: 8 bytes, and 4 for each element.
fn vector(row: &Row) -> Result<DataType, RowError> {
    let base = if number(row, "base_type")? == 1 { VectorBase::Float16 } else { VectorBase::Float32 };
    let shown = row.get::<Option<i64>>("dimensions")?;
    let dimensions = match shown {
        Some(dimensions) => dimensions,
        None => (number(row, "max_length")? - VECTOR_HEADER) / 4,
    };
    Ok(DataType::Vector { dimensions: u32::try_from(dimensions).unwrap_or_default(), base })
}

fn collection(row: &Row) -> Result<Option<SqlText>, RowError> {
    let Some(name) = maybe(row, "xml_collection")? else { return Ok(None) };
    let schema = maybe(row, "xml_schema")?.unwrap_or_default();
    let name = Name { schema: Ident::new(schema), object: Ident::new(name) };
    let document = if flag(row, "is_xml_document")? { "DOCUMENT " } else { "" };
    Ok(Some(SqlText::new(format!("{document}{name}"))))
}
