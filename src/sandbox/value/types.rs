//! The types that the sandbox works with.

use crate::catalog::Catalog;
use crate::name::Name;
use crate::sandbox::error::SqlError;
use crate::sandbox::wire::WireType;
use crate::schema::{DataType, UserType, VectorBase};

/// A length in characters or bytes; `None` is `max`.
pub type Length = Option<u16>;

/// A T-SQL type with its length, precision and scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SqlType {
    /// `bit`.
    Bit,
    /// `tinyint`.
    TinyInt,
    /// `smallint`.
    SmallInt,
    /// `int`.
    Int,
    /// `bigint`.
    BigInt,
    /// `real`.
    Real,
    /// `float`.
    Float,
    /// `decimal(precision, scale)`, `numeric` too.
    Decimal {
        /// Digits in all, 1 to 38.
        precision: u8,
        /// Digits after the point.
        scale: u8,
    },
    /// `money`.
    Money,
    /// `smallmoney`.
    SmallMoney,
    /// `char(n)`.
    Char(u16),
    /// `varchar(n)`, `text`.
    VarChar(Length),
    /// `nchar(n)`.
    NChar(u16),
    /// `nvarchar(n)`, `ntext`; `sysname` is `nvarchar(128)`.
    NVarChar(Length),
    /// `binary(n)`; `rowversion` is `binary(8)`.
    Binary(u16),
    /// `varbinary(n)`, `image`.
    VarBinary(Length),
    /// `uniqueidentifier`.
    UniqueIdentifier,
    /// `date`.
    Date,
    /// `time(scale)`.
    Time(u8),
    /// `datetime2(scale)`.
    DateTime2(u8),
    /// `datetime`.
    DateTime,
    /// `smalldatetime`.
    SmallDateTime,
    /// `datetimeoffset(scale)`.
    DateTimeOffset(u8),
    /// `sql_variant`.
    Variant,
    /// `vector(n, base)`.
    Vector {
        /// Elements.
        dimensions: u16,
        /// Their type.
        base: VectorBase,
    },
    /// `json`.
    Json,
    /// `xml`.
    Xml,
}

impl SqlType {
    /// The type that a definition names; alias types are looked up in the catalog.
    ///
    /// # Errors
    /// 243 (no such type), 1001 and 2717 (size out of range), or the sandbox's own for types that it
    /// does not have (`geography`, `hierarchyid`, …).
    pub fn of(data_type: &DataType, catalog: &Catalog) -> Result<Self, SqlError> {
        match data_type {
            DataType::System { name, args } => system(name, args),
            DataType::Vector { dimensions, base } => vector(*dimensions, *base),
            DataType::Xml(_) => Ok(Self::Xml),
            DataType::User(name) => alias(name, catalog),
            DataType::Opaque(text) => Err(SqlError::unknown(format!("The type {}", text.as_str()))),
        }
    }

    /// The type that [`Display`](std::fmt::Display) wrote; functions of SQLite get types as such texts.
    ///
    /// # Errors
    /// As [`SqlType::of`].
    pub fn from_code(code: &str) -> Result<Self, SqlError> {
        let (name, rest) = code.split_once('(').unwrap_or((code, ""));
        let args: Vec<Box<str>> =
            rest.trim_end_matches(')').split(',').filter(|arg| !arg.is_empty()).map(Into::into).collect();
        if name == "vector" {
            let dimensions = args.first().and_then(|n| n.parse().ok()).unwrap_or(0);
            let base = if args.len() > 1 { VectorBase::Float16 } else { VectorBase::Float32 };
            return vector(dimensions, base);
        }
        system(name, &args)
    }

    /// The type as it is announced to a client.
    #[must_use]
    pub fn wire(self) -> WireType {
        match self {
            Self::Bit => WireType::Bit,
            Self::TinyInt => WireType::TinyInt,
            Self::SmallInt => WireType::SmallInt,
            Self::Int => WireType::Int,
            Self::BigInt => WireType::BigInt,
            Self::Real => WireType::Real,
            Self::Float => WireType::Float,
            Self::Decimal { precision, scale } => WireType::Decimal { precision, scale },
            Self::Money => WireType::Money,
            Self::SmallMoney => WireType::SmallMoney,
            Self::Char(n) => WireType::Char(n),
            Self::VarChar(n) => WireType::VarChar(n),
            Self::NChar(n) => WireType::NChar(n),
            Self::NVarChar(n) => WireType::NVarChar(n),
            Self::Binary(n) => WireType::Binary(n),
            Self::VarBinary(n) => WireType::VarBinary(n),
            Self::UniqueIdentifier => WireType::UniqueIdentifier,
            Self::Date => WireType::Date,
            Self::Time(s) => WireType::Time(s),
            Self::DateTime2(s) => WireType::DateTime2(s),
            Self::DateTime => WireType::DateTime,
            Self::SmallDateTime => WireType::SmallDateTime,
            Self::DateTimeOffset(s) => WireType::DateTimeOffset(s),
            Self::Variant => WireType::Variant,
            Self::Vector { dimensions, .. } => WireType::Vector(dimensions),
            Self::Json => WireType::NVarChar(None),
            Self::Xml => WireType::Xml,
        }
    }
}

/// A parameter's type as a client declared it. A vector of the wire has `float32` elements.
impl From<WireType> for SqlType {
    fn from(wire: WireType) -> Self {
        match wire {
            WireType::Bit => Self::Bit,
            WireType::TinyInt => Self::TinyInt,
            WireType::SmallInt => Self::SmallInt,
            WireType::Int => Self::Int,
            WireType::BigInt => Self::BigInt,
            WireType::Real => Self::Real,
            WireType::Float => Self::Float,
            WireType::Decimal { precision, scale } => Self::Decimal { precision, scale },
            WireType::Money => Self::Money,
            WireType::SmallMoney => Self::SmallMoney,
            WireType::Char(n) => Self::Char(n),
            WireType::VarChar(n) => Self::VarChar(n),
            WireType::NChar(n) => Self::NChar(n),
            WireType::NVarChar(n) => Self::NVarChar(n),
            WireType::Binary(n) => Self::Binary(n),
            WireType::VarBinary(n) => Self::VarBinary(n),
            WireType::UniqueIdentifier => Self::UniqueIdentifier,
            WireType::Date => Self::Date,
            WireType::Time(s) => Self::Time(s),
            WireType::DateTime2(s) => Self::DateTime2(s),
            WireType::DateTime => Self::DateTime,
            WireType::SmallDateTime => Self::SmallDateTime,
            WireType::DateTimeOffset(s) => Self::DateTimeOffset(s),
            WireType::Variant => Self::Variant,
            WireType::Vector(n) => Self::Vector { dimensions: n, base: VectorBase::Float32 },
            WireType::Xml => Self::Xml,
        }
    }
}

fn alias(name: &Name, catalog: &Catalog) -> Result<SqlType, SqlError> {
    match catalog.types.get(name).map(|entry| &*entry.definition) {
        Some(UserType::Alias { base, .. }) => SqlType::of(base, catalog),
        Some(_) => Err(SqlError::unknown(format!("The type {name} here"))),
        None => Err(SqlError::new(243, format!("Type {} is not a defined system type.", name.object.as_str()))),
    }
}

/// 1 to 1998 dimensions of float32, 1 to 3996 of float16 (Msg 1001, 2717).
fn vector(dimensions: u32, base: VectorBase) -> Result<SqlType, SqlError> {
    let most = base.most_dimensions();
    match dimensions {
        0 => Err(SqlError::new(1001, "Line 1: Length or precision specification 0 is invalid.").class(15)),
        n if n > most => {
            let text = format!("The size ({n}) given to the type 'vector' exceeds the maximum allowed ({most}).");
            Err(SqlError::new(2717, text).class(15))
        }
        n => Ok(SqlType::Vector { dimensions: n as u16, base }),
    }
}

fn system(name: &str, args: &[Box<str>]) -> Result<SqlType, SqlError> {
    let scale = || number(name, args, 0, 7, 0, 7).map(|n| n as u8);
    Ok(match name {
        "bit" => SqlType::Bit,
        "tinyint" => SqlType::TinyInt,
        "smallint" => SqlType::SmallInt,
        "int" => SqlType::Int,
        "bigint" => SqlType::BigInt,
        "real" => SqlType::Real,
        "float" if number(name, args, 0, 53, 1, 53)? <= 24 => SqlType::Real,
        "float" => SqlType::Float,
        "decimal" | "numeric" => decimal(name, args)?,
        "money" => SqlType::Money,
        "smallmoney" => SqlType::SmallMoney,
        "char" => SqlType::Char(number(name, args, 0, 1, 1, 8000)?),
        "nchar" => SqlType::NChar(number(name, args, 0, 1, 1, 4000)?),
        "binary" => SqlType::Binary(number(name, args, 0, 1, 1, 8000)?),
        "varchar" => SqlType::VarChar(length(name, args, 8000)?),
        "nvarchar" => SqlType::NVarChar(length(name, args, 4000)?),
        "varbinary" => SqlType::VarBinary(length(name, args, 8000)?),
        "text" => SqlType::VarChar(None),
        "ntext" => SqlType::NVarChar(None),
        "image" => SqlType::VarBinary(None),
        "sysname" => SqlType::NVarChar(Some(128)),
        "uniqueidentifier" => SqlType::UniqueIdentifier,
        "date" => SqlType::Date,
        "time" => SqlType::Time(scale()?),
        "datetime2" => SqlType::DateTime2(scale()?),
        "datetimeoffset" => SqlType::DateTimeOffset(scale()?),
        "datetime" => SqlType::DateTime,
        "smalldatetime" => SqlType::SmallDateTime,
        "sql_variant" => SqlType::Variant,
        "timestamp" | "rowversion" => SqlType::Binary(8),
        "json" => SqlType::Json,
        "xml" => SqlType::Xml,
        other => return Err(SqlError::unknown(format!("The type {other}"))),
    })
}

fn decimal(name: &str, args: &[Box<str>]) -> Result<SqlType, SqlError> {
    let precision = number(name, args, 0, 18, 1, 38)? as u8;
    let scale = number(name, args, 1, 0, 0, 38)? as u8;
    if scale > precision {
        let text = format!("The scale ({scale}) cannot be larger than the precision ({precision}).");
        return Err(SqlError::new(192, text).class(15));
    }
    Ok(SqlType::Decimal { precision, scale })
}

fn length(name: &str, args: &[Box<str>], most: u16) -> Result<Length, SqlError> {
    if args.first().is_some_and(|arg| arg.eq_ignore_ascii_case("max")) {
        return Ok(None);
    }
    number(name, args, 0, 1, 1, most).map(Some)
}

/// The argument at `at`, `missing` where there is none, between `least` and `most`.
fn number(name: &str, args: &[Box<str>], at: usize, missing: u16, least: u16, most: u16) -> Result<u16, SqlError> {
    let Some(text) = args.get(at) else { return Ok(missing) };
    let value = text.parse::<u32>().map_err(|_| SqlError::syntax(text))?;
    if value < u32::from(least) {
        let text = format!("Line 1: Length or precision specification {value} is invalid.");
        return Err(SqlError::new(1001, text).class(15));
    }
    if value > u32::from(most) {
        let text = format!("The size ({value}) given to the type '{name}' exceeds the maximum allowed ({most}).");
        return Err(SqlError::new(131, text).class(15));
    }
    Ok(value as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_reads_back() {
        let decimal = SqlType::Decimal { precision: 38, scale: 10 };
        let vector = SqlType::Vector { dimensions: 3, base: VectorBase::Float16 };
        for data_type in [SqlType::Int, SqlType::NVarChar(None), SqlType::Char(3), decimal, vector, SqlType::Time(0)] {
            assert_eq!(SqlType::from_code(&data_type.to_string()), Ok(data_type));
        }
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        let number = |code| SqlType::from_code(code).expect_err("refused").number;
        assert_eq!(number("vector(0)"), 1001);
        assert_eq!(number("vector(1999)"), 2717);
        assert_eq!(number("vector(3997,float16)"), 2717);
        assert_eq!(number("varchar(8001)"), 131);
        assert_eq!(number("decimal(5,6)"), 192);
        assert_eq!(number("geography"), crate::sandbox::error::NOT_IN_SANDBOX);
    }
}
