//! Indexes of every kind, and options.

use super::{KeyColumn, SqlText};
use crate::name::Ident;

/// One `name = value` of a `WITH (…)` list; the name in upper case, the value as written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IndexOption {
    /// The option, upper case.
    pub name: Box<str>,
    /// Its value as written; empty for a bare word.
    pub value: SqlText,
}

/// The option of a table that says how long its history is kept.
pub const HISTORY_RETENTION: &str = "HISTORY_RETENTION_PERIOD";

/// The metrics of vector indexes and of VECTOR_DISTANCE (Learn, VECTOR_DISTANCE).
pub const METRICS: [&str; 3] = ["cosine", "euclidean", "dot"];

/// Whether a text is one of several words of the engine, in any case; blanks at its end are none.
#[must_use]
pub fn is_one_of(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.trim_end_matches(' ').eq_ignore_ascii_case(word))
}

/// What kind of index, with what only that kind has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum IndexKind {
    /// A b-tree.
    Rowstore {
        /// `UNIQUE`.
        unique: bool,
        /// `CLUSTERED`.
        clustered: bool,
    },
    /// `COLUMNSTORE`.
    Columnstore {
        /// `CLUSTERED`.
        clustered: bool,
        /// `ORDER (…)`.
        order: Vec<Ident>,
    },
    /// `CREATE VECTOR INDEX`.
    Vector {
        /// `METRIC = '…'` as written, without quotes; `None` where missing.
        metric: Option<Box<str>>,
        /// `TYPE = '…'` as written, without quotes; `None` where missing.
        index_type: Option<Box<str>>,
        /// METRIC or TYPE is written without quotes, which the engine refuses (Msg 102).
        unquoted: bool,
    },
    /// Hash index of a memory-optimized table.
    Hash {
        /// `UNIQUE`.
        unique: bool,
    },
    /// An index that is known by its name and columns.
    Other {
        /// `XML`, `PRIMARY XML`, `SELECTIVE XML`, `SPATIAL`, `JSON`.
        class: Box<str>,
        /// What only this kind has, as written: `USING …`, `FOR …`.
        detail: Option<SqlText>,
    },
}

/// An index on a table or view.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Index {
    /// Its name.
    pub name: Ident,
    /// Its kind.
    pub kind: IndexKind,
    /// Key columns; the vector column for a vector index.
    pub keys: Vec<KeyColumn>,
    /// `INCLUDE (…)`.
    pub included: Vec<Ident>,
    /// `WHERE …`, without the word.
    pub filter: Option<SqlText>,
    /// `WITH (…)`; a vector index's METRIC and TYPE are in its kind, not here.
    pub options: Vec<IndexOption>,
    /// `ON filegroup` or a partition scheme, as written.
    pub storage: Option<SqlText>,
    /// Disabled by `ALTER INDEX … DISABLE`.
    pub disabled: bool,
    /// Clauses that are not modelled, as written.
    pub opaque: Vec<SqlText>,
}

impl Index {
    /// An index of a name and kind, of which nothing else is known.
    #[must_use]
    pub fn of(name: Ident, kind: IndexKind) -> Self {
        Self {
            name,
            kind,
            keys: Vec::new(),
            included: Vec::new(),
            filter: None,
            options: Vec::new(),
            storage: None,
            disabled: false,
            opaque: Vec::new(),
        }
    }

    /// Whether the rows of the table lie in its order.
    #[must_use]
    pub fn is_clustered(&self) -> bool {
        matches!(
            self.kind,
            IndexKind::Rowstore { clustered: true, .. } | IndexKind::Columnstore { clustered: true, .. }
        )
    }

    /// Whether this is a vector index.
    #[must_use]
    pub fn is_vector(&self) -> bool {
        matches!(self.kind, IndexKind::Vector { .. })
    }
}
