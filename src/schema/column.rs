//! Columns of tables and table types.

use super::{DataType, IndexOption, SqlText, VectorBase};
use crate::name::Ident;

/// `IDENTITY(seed, increment)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The first value.
    pub seed: Box<str>,
    /// The step.
    pub increment: Box<str>,
    /// `NOT FOR REPLICATION`.
    pub not_for_replication: bool,
}

/// A default constraint. It belongs to its column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DefaultValue {
    /// The constraint's name; `None` is named by the system.
    pub name: Option<Ident>,
    /// The expression.
    pub value: SqlText,
}

/// A computed column's expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Computed {
    /// The expression after `AS`, without the outer parentheses' removal.
    pub expression: SqlText,
    /// `PERSISTED`.
    pub persisted: bool,
}

/// `GENERATED ALWAYS AS ROW START`, … and the like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Generated {
    /// `AS ROW START`.
    RowStart,
    /// `AS ROW END`.
    RowEnd,
    /// `AS TRANSACTION_ID START`.
    TransactionIdStart,
    /// `AS TRANSACTION_ID END`.
    TransactionIdEnd,
    /// `AS SEQUENCE_NUMBER START`.
    SequenceNumberStart,
    /// `AS SEQUENCE_NUMBER END`.
    SequenceNumberEnd,
}

/// One column of a table or table type. Its default stays with it; its key, check and foreign-key
/// constraints are lifted to the table's.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Column {
    /// The column's name.
    pub name: Ident,
    /// Its type; `None` for a computed column.
    pub data_type: Option<DataType>,
    /// `NULL` or `NOT NULL` as written; `None` where neither was.
    pub nullable: Option<bool>,
    /// `COLLATE`.
    pub collation: Option<Ident>,
    /// `IDENTITY`.
    pub identity: Option<Identity>,
    /// The default constraint.
    pub default: Option<DefaultValue>,
    /// `AS expression`.
    pub computed: Option<Computed>,
    /// `GENERATED ALWAYS AS …`.
    pub generated: Option<Generated>,
    /// `SPARSE`.
    pub sparse: bool,
    /// `ROWGUIDCOL`.
    pub rowguidcol: bool,
    /// `HIDDEN`.
    pub hidden: bool,
    /// `MASKED WITH (FUNCTION = '…')`: the function.
    pub masked: Option<SqlText>,
    /// `FILESTREAM`.
    pub filestream: bool,
    /// `COLUMN_SET FOR ALL_SPARSE_COLUMNS`.
    pub column_set: bool,
    /// `ENCRYPTED WITH (…)`: its options; empty where it is not encrypted.
    pub encrypted: Vec<IndexOption>,
    /// Clauses that are not modelled, as written.
    pub opaque: Vec<SqlText>,
}

impl Column {
    /// A column with a name, a type and nothing else.
    #[must_use]
    pub fn new(name: Ident, data_type: Option<DataType>) -> Self {
        Self {
            name,
            data_type,
            nullable: None,
            collation: None,
            identity: None,
            default: None,
            computed: None,
            generated: None,
            sparse: false,
            rowguidcol: false,
            hidden: false,
            masked: None,
            filestream: false,
            column_set: false,
            encrypted: Vec::new(),
            opaque: Vec::new(),
        }
    }

    /// The dimensions and base type, when this is a vector column.
    #[must_use]
    pub fn vector(&self) -> Option<(u32, VectorBase)> {
        match self.data_type {
            Some(DataType::Vector { dimensions, base }) => Some((dimensions, base)),
            _ => None,
        }
    }

    /// This column in the history of its table: without its properties.
    #[must_use]
    pub fn in_history(&self) -> Self {
        Self {
            nullable: self.nullable,
            collation: self.collation.clone(),
            ..Self::new(self.name.clone(), self.data_type.clone())
        }
    }
}
