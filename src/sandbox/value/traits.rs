//! What holds for a type: its family, its size, its name, its rank among types.

use std::fmt;

use super::{Length, SqlType};
use crate::schema::VectorBase;

impl SqlType {
    /// `bit`, `tinyint`, `smallint`, `int`, `bigint`.
    #[must_use]
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Bit | Self::TinyInt | Self::SmallInt | Self::Int | Self::BigInt)
    }

    /// `money`, `smallmoney`.
    #[must_use]
    pub fn is_money(self) -> bool {
        matches!(self, Self::Money | Self::SmallMoney)
    }

    /// Any number.
    #[must_use]
    pub fn is_number(self) -> bool {
        self.is_integer() || self.exact().is_some() || matches!(self, Self::Real | Self::Float)
    }

    /// Precision and scale of `decimal`, `money`, `smallmoney`.
    #[must_use]
    pub fn exact(self) -> Option<(u8, u8)> {
        match self {
            Self::Decimal { precision, scale } => Some((precision, scale)),
            Self::Money => Some((19, 4)),
            Self::SmallMoney => Some((10, 4)),
            _ => None,
        }
    }

    /// `char`, `varchar`, `nchar`, `nvarchar`; not `json` and `xml`.
    #[must_use]
    pub fn is_text(self) -> bool {
        matches!(self, Self::Char(_) | Self::VarChar(_) | Self::NChar(_) | Self::NVarChar(_))
    }

    /// `nchar`, `nvarchar`; `json` and `xml` too.
    #[must_use]
    pub fn is_national(self) -> bool {
        matches!(self, Self::NChar(_) | Self::NVarChar(_) | Self::Json | Self::Xml)
    }

    /// `binary`, `varbinary`.
    #[must_use]
    pub fn is_binary(self) -> bool {
        matches!(self, Self::Binary(_) | Self::VarBinary(_))
    }

    /// Any date or time.
    #[must_use]
    pub fn is_temporal(self) -> bool {
        matches!(
            self,
            Self::Date
                | Self::Time(_)
                | Self::DateTime
                | Self::SmallDateTime
                | Self::DateTime2(_)
                | Self::DateTimeOffset(_)
        )
    }

    /// `vector`.
    #[must_use]
    pub fn is_vector(self) -> bool {
        matches!(self, Self::Vector { .. })
    }

    /// How many characters or bytes a text or binary type holds; `None` for `max` and other types.
    #[must_use]
    pub fn length(self) -> Length {
        match self {
            Self::Char(n) | Self::NChar(n) | Self::Binary(n) => Some(n),
            Self::VarChar(n) | Self::NVarChar(n) | Self::VarBinary(n) => n,
            _ => None,
        }
    }

    /// The rank in "Data type precedence" (Learn): of two types, the one of the higher rank stays.
    #[must_use]
    pub fn rank(self) -> u8 {
        match self {
            Self::Variant => 30,
            Self::Xml => 29,
            Self::DateTimeOffset(_) => 28,
            Self::DateTime2(_) => 27,
            Self::DateTime => 26,
            Self::SmallDateTime => 25,
            Self::Date => 24,
            Self::Time(_) => 23,
            Self::Float => 22,
            Self::Real => 21,
            Self::Decimal { .. } => 20,
            Self::Money => 19,
            Self::SmallMoney => 18,
            Self::BigInt => 17,
            Self::Int => 16,
            Self::SmallInt => 15,
            Self::TinyInt => 14,
            Self::Bit => 13,
            Self::UniqueIdentifier => 12,
            Self::Vector { .. } => 11,
            Self::Json => 10,
            Self::NVarChar(_) => 9,
            Self::NChar(_) => 8,
            Self::VarChar(_) => 7,
            Self::Char(_) => 6,
            Self::VarBinary(_) => 5,
            Self::Binary(_) => 4,
        }
    }

    /// The type's name without arguments, as error texts have it.
    #[must_use]
    pub fn describe(self) -> String {
        match self {
            Self::Decimal { .. } => "numeric".to_owned(),
            other => {
                let full = other.to_string();
                full.split('(').next().unwrap_or_default().to_owned()
            }
        }
    }
}

/// The type in T-SQL; [`SqlType::from_code`] reads it back.
impl fmt::Display for SqlType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sized = |f: &mut fmt::Formatter<'_>, name: &str, length: Length| match length {
            Some(n) => write!(f, "{name}({n})"),
            None => write!(f, "{name}(max)"),
        };
        match *self {
            Self::Bit => f.write_str("bit"),
            Self::TinyInt => f.write_str("tinyint"),
            Self::SmallInt => f.write_str("smallint"),
            Self::Int => f.write_str("int"),
            Self::BigInt => f.write_str("bigint"),
            Self::Real => f.write_str("real"),
            Self::Float => f.write_str("float"),
            Self::Decimal { precision, scale } => write!(f, "decimal({precision},{scale})"),
            Self::Money => f.write_str("money"),
            Self::SmallMoney => f.write_str("smallmoney"),
            Self::Char(n) => write!(f, "char({n})"),
            Self::VarChar(n) => sized(f, "varchar", n),
            Self::NChar(n) => write!(f, "nchar({n})"),
            Self::NVarChar(n) => sized(f, "nvarchar", n),
            Self::Binary(n) => write!(f, "binary({n})"),
            Self::VarBinary(n) => sized(f, "varbinary", n),
            Self::UniqueIdentifier => f.write_str("uniqueidentifier"),
            Self::Date => f.write_str("date"),
            Self::Time(s) => write!(f, "time({s})"),
            Self::DateTime2(s) => write!(f, "datetime2({s})"),
            Self::DateTime => f.write_str("datetime"),
            Self::SmallDateTime => f.write_str("smalldatetime"),
            Self::DateTimeOffset(s) => write!(f, "datetimeoffset({s})"),
            Self::Variant => f.write_str("sql_variant"),
            Self::Vector { dimensions, base: VectorBase::Float32 } => write!(f, "vector({dimensions})"),
            Self::Vector { dimensions, base: VectorBase::Float16 } => write!(f, "vector({dimensions},float16)"),
            Self::Json => f.write_str("json"),
            Self::Xml => f.write_str("xml"),
        }
    }
}
