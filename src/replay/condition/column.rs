//! What the system's views and functions tell of one column.

use super::{Facts, Truth, Value};
use crate::catalog::{Catalog, Part};
use crate::name::{Ident, Name};
use crate::schema::{Column, DataType, Table, VectorBase};

impl Facts<'_> {
    /// A property of a column: NULL where the column is not there, unknown where the column may be
    /// another.
    pub(super) fn column_property(&self, table: &Name, column: &Ident, property: &str) -> Value {
        match self.column(table, column) {
            Truth::False => Value::Null,
            Truth::Unknown => Value::Unknown,
            Truth::True => {
                let entry = self.catalog.tables.get(table);
                let note = entry.and_then(|entry| entry.parts.get(&Part::Column(column.clone())));
                let found = entry.and_then(|entry| Some((&*entry.definition, entry.definition.column(column)?)));
                match found {
                    Some((table, column)) if note.is_none_or(|note| !note.uncertain) => {
                        tell(self.catalog, table, column, property)
                    }
                    _ => Value::Something,
                }
            }
        }
    }
}

/// A property by the name of a view's column or of a property function, lower case.
fn tell(catalog: &Catalog, table: &Table, column: &Column, property: &str) -> Value {
    let flag = |holds: bool| Value::Int(i64::from(holds));
    match property {
        "allowsnull" | "is_nullable" => flag(catalog.is_nullable(table, column)),
        "isidentity" | "is_identity" => flag(column.identity.is_some()),
        "iscomputed" | "is_computed" => flag(column.computed.is_some()),
        "issparse" | "is_sparse" => flag(column.sparse),
        "ishidden" | "is_hidden" => flag(column.hidden),
        "data_type" => match &column.data_type {
            Some(DataType::System { name, .. }) => Value::Text(name.to_string()),
            Some(DataType::Vector { .. }) => Value::Text("vector".to_owned()),
            _ => Value::Something,
        },
        "character_maximum_length" => length(column, 1).map_or(Value::Something, Value::Int),
        "max_length" | "length" => bytes(column).map_or(Value::Something, Value::Int),
        _ => Value::Something,
    }
}

/// The length of a character or binary type in units of so many bytes; -1 for `max`.
fn length(column: &Column, unit: i64) -> Option<i64> {
    let Some(DataType::System { name, args }) = &column.data_type else { return None };
    let text = matches!(&**name, "char" | "varchar" | "nchar" | "nvarchar" | "binary" | "varbinary");
    match args.first() {
        Some(length) if text && &**length == "max" => Some(-1),
        Some(length) if text => Some(length.parse::<i64>().ok()? * unit),
        None if text => Some(unit),
        _ => None,
    }
}

/// What a value of the column takes, in bytes (Learn, "COL_LENGTH").
fn bytes(column: &Column) -> Option<i64> {
    Some(match &column.data_type {
        Some(DataType::Vector { dimensions, base }) => {
            let element = if *base == VectorBase::Float32 { 4 } else { 2 };
            8 + element * i64::from(*dimensions)
        }
        Some(DataType::System { name, .. }) => match &**name {
            "bit" | "tinyint" => 1,
            "smallint" => 2,
            "int" | "real" | "smallmoney" | "smalldatetime" => 4,
            "bigint" | "money" | "datetime" => 8,
            "date" => 3,
            "uniqueidentifier" => 16,
            "sysname" => 256,
            "nchar" | "nvarchar" => return length(column, 2),
            _ => return length(column, 1),
        },
        _ => return None,
    })
}
