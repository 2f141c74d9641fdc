//! Types, sequences, external models and credentials.

use super::{DataType, IndexOption, SqlText, Table};
use crate::name::Ident;

/// A user-defined type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UserType {
    /// `CREATE TYPE … FROM base [NULL | NOT NULL]`.
    Alias {
        /// The base type.
        base: DataType,
        /// Nullability as written.
        nullable: Option<bool>,
    },
    /// `CREATE TYPE … AS TABLE (…)`.
    Table(Box<Table>),
    /// A CLR type: its `EXTERNAL NAME`, as written.
    Clr(SqlText),
}

/// A sequence; numbers as written.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Sequence {
    /// `AS type`; bigint where missing.
    pub data_type: Option<DataType>,
    /// `START WITH`.
    pub start: Option<Box<str>>,
    /// `INCREMENT BY`.
    pub increment: Option<Box<str>>,
    /// `MINVALUE`; `Some(None)` is `NO MINVALUE`.
    pub min: Option<Option<Box<str>>>,
    /// `MAXVALUE`; `Some(None)` is `NO MAXVALUE`.
    pub max: Option<Option<Box<str>>>,
    /// `CYCLE`.
    pub cycle: Option<bool>,
    /// `CACHE n`; `Some(None)` is `NO CACHE`. What an ALTER says may be `CACHE` without a number: empty.
    pub cache: Option<Option<Box<str>>>,
}

/// An external model. It never holds a secret: that is the credential's.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ExternalModel {
    /// `AUTHORIZATION`.
    pub owner: Option<Ident>,
    /// `LOCATION`, `API_FORMAT`, `MODEL_TYPE`, `MODEL`, `CREDENTIAL`, `PARAMETERS`, … by upper-case
    /// name, string values without quotes.
    pub options: Vec<IndexOption>,
}

impl ExternalModel {
    /// The value of an option, by its upper-case name: `LOCATION`.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|option| &*option.name == name).map(|option| option.value.as_str())
    }
}

/// A database scoped credential. The secret is never kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Credential {
    /// `IDENTITY`.
    pub identity: Option<Box<str>>,
    /// Whether a SECRET was given. Its text is not kept.
    pub has_secret: bool,
}
