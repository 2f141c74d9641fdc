//! Data types of columns, parameters and variables.

use std::fmt;

use super::SqlText;
use crate::name::Name;

/// The base type of a vector's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum VectorBase {
    /// Four bytes an element; at most 1998 dimensions.
    #[default]
    Float32,
    /// Two bytes an element; at most 3996 dimensions.
    Float16,
}

impl VectorBase {
    /// The most dimensions of a vector of this base type (Learn, vector data type).
    #[must_use]
    pub const fn most_dimensions(self) -> u32 {
        match self {
            VectorBase::Float32 => 1998,
            VectorBase::Float16 => 3996,
        }
    }
}

/// A column's, parameter's or variable's type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DataType {
    /// A system type with its arguments as written: `nvarchar(max)` is `("nvarchar", ["max"])`.
    /// The name is in lower case and synonyms are resolved (`integer` is `int`, `dec` is `decimal`,
    /// `national character varying` is `nvarchar`, `sys.vector` is `vector`); `sysname` stays.
    System {
        /// The type, lower case.
        name: Box<str>,
        /// Length, precision and scale, `max`; lower case.
        args: Vec<Box<str>>,
    },
    /// `VECTOR(n [, base])`. Dimensions are as written, so 0 and 5000 are representable.
    Vector {
        /// The number of dimensions.
        dimensions: u32,
        /// The base type.
        base: VectorBase,
    },
    /// `xml`, with its schema collection where one is named.
    Xml(Option<SqlText>),
    /// An alias type, table type or CLR type.
    User(Name),
    /// Not understood: kept as written.
    Opaque(SqlText),
}

impl DataType {
    /// Whether it is a vector's.
    #[must_use]
    pub fn is_vector(&self) -> bool {
        matches!(self, DataType::Vector { .. })
    }
}

/// As T-SQL writes it: `nvarchar(max)`, `vector(3, float16)`.
impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataType::System { name, args } if args.is_empty() => f.write_str(name),
            DataType::System { name, args } => write!(f, "{name}({})", args.join(", ")),
            DataType::Vector { dimensions, base: VectorBase::Float32 } => write!(f, "vector({dimensions})"),
            DataType::Vector { dimensions, base: VectorBase::Float16 } => write!(f, "vector({dimensions}, float16)"),
            DataType::Xml(None) => f.write_str("xml"),
            DataType::Xml(Some(collection)) => write!(f, "xml({})", collection.as_str()),
            DataType::User(name) => write!(f, "{name}"),
            DataType::Opaque(text) => f.write_str(text.as_str()),
        }
    }
}
