//! The system's types with their numbers and sizes, as `sys.types` and `sys.columns` show them.

use crate::catalog::Catalog;
use crate::schema::{DataType, UserType, VectorBase};

/// The collation of a new Azure SQL Database, and of every text column that names none.
pub const DEFAULT_COLLATION: &str = "SQL_Latin1_General_CP1_CI_AS";

/// A system type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemType {
    /// Its name.
    pub name: &'static str,
    /// `system_type_id`.
    pub system_id: i32,
    /// `user_type_id`.
    pub user_id: i32,
    /// `max_length` in bytes, of the longest.
    pub length: i32,
    /// `precision`.
    pub precision: i32,
    /// `scale`.
    pub scale: i32,
}

const fn of(name: &'static str, system_id: i32, user_id: i32, length: i32, precision: i32, scale: i32) -> SystemType {
    SystemType { name, system_id, user_id, length, precision, scale }
}

/// `sys.types` of an empty database (Learn, sys.types; the vector type's numbers are measured:
/// `system_type_id` is that of varbinary).
pub const SYSTEM_TYPES: [SystemType; 36] = [
    of("image", 34, 34, 16, 0, 0),
    of("text", 35, 35, 16, 0, 0),
    of("uniqueidentifier", 36, 36, 16, 0, 0),
    of("date", 40, 40, 3, 10, 0),
    of("time", 41, 41, 5, 16, 7),
    of("datetime2", 42, 42, 8, 27, 7),
    of("datetimeoffset", 43, 43, 10, 34, 7),
    of("tinyint", 48, 48, 1, 3, 0),
    of("smallint", 52, 52, 2, 5, 0),
    of("int", 56, 56, 4, 10, 0),
    of("smalldatetime", 58, 58, 4, 16, 0),
    of("real", 59, 59, 4, 24, 0),
    of("money", 60, 60, 8, 19, 4),
    of("datetime", 61, 61, 8, 23, 3),
    of("float", 62, 62, 8, 53, 0),
    of("sql_variant", 98, 98, 8016, 0, 0),
    of("ntext", 99, 99, 16, 0, 0),
    of("bit", 104, 104, 1, 1, 0),
    of("decimal", 106, 106, 17, 38, 38),
    of("numeric", 108, 108, 17, 38, 38),
    of("smallmoney", 122, 122, 4, 10, 4),
    of("bigint", 127, 127, 8, 19, 0),
    of("hierarchyid", 240, 128, 892, 0, 0),
    of("geometry", 240, 129, -1, 0, 0),
    of("geography", 240, 130, -1, 0, 0),
    of("varbinary", 165, 165, 8000, 0, 0),
    of("varchar", 167, 167, 8000, 0, 0),
    of("binary", 173, 173, 8000, 0, 0),
    of("char", 175, 175, 8000, 0, 0),
    of("timestamp", 189, 189, 8, 0, 0),
    of("nvarchar", 231, 231, 8000, 0, 0),
    of("sysname", 231, 256, 256, 0, 0),
    of("nchar", 239, 239, 8000, 0, 0),
    of("xml", 241, 241, -1, 0, 0),
    of("json", 244, 244, -1, 0, 0),
    of("vector", 165, 255, 8000, 0, 0),
];

/// A system type by its name; `rowversion` is `timestamp`.
#[must_use]
pub fn system_type(name: &str) -> Option<&'static SystemType> {
    let name = if name.eq_ignore_ascii_case("rowversion") { "timestamp" } else { name };
    SYSTEM_TYPES.iter().find(|known| known.name.eq_ignore_ascii_case(name))
}

/// Whether values of a system type are text, and so have a collation.
#[must_use]
pub fn is_text(name: &str) -> bool {
    matches!(name, "char" | "varchar" | "nchar" | "nvarchar" | "text" | "ntext" | "sysname")
}

/// What a type stands for once alias types are followed; `None` for a table type, a CLR type and one
/// that is not understood or not there.
#[must_use]
pub fn base_type(data_type: &DataType, catalog: &Catalog) -> Option<DataType> {
    let mut data_type = data_type.clone();
    for _ in 0..16 {
        match &data_type {
            DataType::User(name) => match &*catalog.types.get(name)?.definition {
                UserType::Alias { base, .. } => data_type = base.clone(),
                _ => return None,
            },
            DataType::Opaque(_) => return None,
            _ => return Some(data_type),
        }
    }
    None
}

/// A type as `sys.columns` describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// `system_type_id`.
    pub system_id: i32,
    /// `user_type_id`, that of the base type for an alias type.
    pub user_id: i32,
    /// `max_length` in bytes; -1 for max.
    pub length: i32,
    /// `precision`.
    pub precision: i32,
    /// `scale`.
    pub scale: i32,
    /// Whether it has a collation.
    pub is_text: bool,
    /// Dimensions and base type of a vector.
    pub vector: Option<(u32, VectorBase)>,
}

/// The shape of a type without alias types in it; `None` when it is not known.
#[must_use]
pub fn shape(data_type: &DataType) -> Option<Shape> {
    match data_type {
        DataType::System { name, args } => system_shape(name, args),
        DataType::Vector { dimensions, base } => {
            let bytes = if *base == VectorBase::Float16 { 2 } else { 4 };
            let length = i32::try_from(*dimensions).unwrap_or(i32::MAX).saturating_mul(bytes).saturating_add(8);
            let known = plain(system_type("vector")?);
            Some(Shape { length, vector: Some((*dimensions, *base)), ..known })
        }
        DataType::Xml(_) => Some(plain(system_type("xml")?)),
        DataType::User(_) | DataType::Opaque(_) => None,
    }
}

fn plain(known: &SystemType) -> Shape {
    Shape {
        system_id: known.system_id,
        user_id: known.user_id,
        length: known.length,
        precision: known.precision,
        scale: known.scale,
        is_text: is_text(known.name),
        vector: None,
    }
}

fn system_shape(name: &str, args: &[Box<str>]) -> Option<Shape> {
    let known = plain(system_type(name)?);
    let number = |at: usize| args.get(at).and_then(|arg| arg.parse::<i32>().ok());
    let is_max = args.first().is_some_and(|arg| arg.eq_ignore_ascii_case("max"));
    Some(match name {
        "char" | "varchar" | "binary" | "varbinary" => {
            Shape { length: if is_max { -1 } else { number(0).unwrap_or(1) }, ..known }
        }
        "nchar" | "nvarchar" => Shape { length: if is_max { -1 } else { 2 * number(0).unwrap_or(1) }, ..known },
        "decimal" | "numeric" => {
            let (precision, scale) = (number(0).unwrap_or(18), number(1).unwrap_or(0));
            Shape { length: decimal_bytes(precision), precision, scale, ..known }
        }
        "float" if number(0).is_some_and(|digits| digits <= 24) => plain(system_type("real")?),
        "time" | "datetime2" | "datetimeoffset" => fractional(name, number(0).unwrap_or(7), known),
        _ => known,
    })
}

/// Bytes of a decimal (Learn, decimal and numeric).
fn decimal_bytes(precision: i32) -> i32 {
    match precision {
        ..=9 => 5,
        10..=19 => 9,
        20..=28 => 13,
        _ => 17,
    }
}

/// A time type with its fractional digits: bytes and precision grow with them (Learn, datetime2).
fn fractional(name: &str, scale: i32, known: Shape) -> Shape {
    let time_bytes = match scale {
        ..=2 => 3,
        3..=4 => 4,
        _ => 5,
    };
    let (date_bytes, digits) = match name {
        "time" => (0, 8),
        "datetime2" => (3, 19),
        _ => (5, 26),
    };
    let precision = if scale == 0 { digits } else { digits + 1 + scale };
    Shape { length: time_bytes + date_bytes, precision, scale, ..known }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, args: &[&str]) -> (i32, i32, i32) {
        let args = args.iter().map(|arg| (*arg).into()).collect();
        let found = shape(&DataType::System { name: name.into(), args }).expect("is known");
        (found.length, found.precision, found.scale)
    }

    #[test]
    fn sizes_are_those_of_the_engine() {
        assert_eq!(of("nvarchar", &["400"]), (800, 0, 0));
        assert_eq!(of("nvarchar", &["max"]), (-1, 0, 0));
        assert_eq!(of("binary", &["32"]), (32, 0, 0));
        assert_eq!(of("decimal", &["10", "2"]), (9, 10, 2));
        assert_eq!(of("datetime2", &["3"]), (7, 23, 3));
        assert_eq!(of("datetime2", &[]), (8, 27, 7));
        assert_eq!(of("time", &["0"]), (3, 8, 0));
        assert_eq!(of("datetimeoffset", &[]), (10, 34, 7));
        assert_eq!(of("float", &["24"]), (4, 24, 0));
    }

    #[test]
    fn vectors_take_eight_bytes_and_their_elements() {
        let length = |dimensions, base| shape(&DataType::Vector { dimensions, base }).expect("is known").length;
        assert_eq!(length(1998, VectorBase::Float32), 8000);
        assert_eq!(length(1536, VectorBase::Float32), 6152);
        assert_eq!(length(3996, VectorBase::Float16), 8000);
    }
}
