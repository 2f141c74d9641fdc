//! Data types with their defaults filled in; synonyms are resolved when they are read.

use crate::schema::DataType;

/// Where a type stands: what a missing length means depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Of a column, parameter or variable: 1.
    Column,
    /// Of CAST or CONVERT: 30.
    Cast,
}

/// The type with every argument that it has (Learn, "Data types (Transact-SQL)" and the pages of the
/// single types). `numeric` is `decimal`; `float(24)` is `real`.
pub(super) fn data_type(data_type: &DataType, used: Use) -> DataType {
    let DataType::System { name, args } = data_type else { return data_type.clone() };
    let arg = |at: usize, default: &str| args.get(at).map_or_else(|| default.into(), Clone::clone);
    let (name, args): (&str, Vec<Box<str>>) = match &**name {
        "decimal" | "numeric" => ("decimal", vec![arg(0, "18"), arg(1, "0")]),
        "float" => match args.first().and_then(|bits| bits.parse::<u32>().ok()) {
            Some(bits) if bits <= 24 => ("real", Vec::new()),
            _ => ("float", Vec::new()),
        },
        name @ ("char" | "varchar" | "nchar" | "nvarchar" | "binary" | "varbinary") => {
            (name, vec![arg(0, if used == Use::Column { "1" } else { "30" })])
        }
        name @ ("datetime2" | "time" | "datetimeoffset") => (name, vec![arg(0, "7")]),
        name => (name, args.clone()),
    };
    DataType::System { name: name.into(), args }
}
