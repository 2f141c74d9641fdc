//! Keys, foreign keys and checks.

use super::{IndexOption, SqlText};
use crate::name::{Ident, Name};

/// A key column with its direction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyColumn {
    /// The column.
    pub name: Ident,
    /// `DESC`.
    pub descending: bool,
}

/// What a constraint demands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ConstraintKind {
    /// `PRIMARY KEY` (`primary`) or `UNIQUE`.
    Key {
        /// A primary key; a unique constraint otherwise.
        primary: bool,
        /// `CLUSTERED` or `NONCLUSTERED` as written; `None` is the default: clustered for a primary
        /// key when no other index of the table is, nonclustered for a unique constraint.
        clustered: Option<bool>,
        /// `HASH`, in a memory-optimized table.
        hash: bool,
        /// The key columns.
        columns: Vec<KeyColumn>,
        /// `WITH (…)`.
        options: Vec<IndexOption>,
        /// `ON filegroup` or a partition scheme, as written.
        storage: Option<SqlText>,
    },
    /// `FOREIGN KEY … REFERENCES …`.
    ForeignKey {
        /// The columns here.
        columns: Vec<Ident>,
        /// The table there.
        references: Name,
        /// The columns there; empty is its primary key.
        referenced: Vec<Ident>,
        /// `ON DELETE`, upper case; `None` is `NO ACTION`.
        on_delete: Option<Box<str>>,
        /// `ON UPDATE`, upper case; `None` is `NO ACTION`.
        on_update: Option<Box<str>>,
        /// `NOT FOR REPLICATION`.
        not_for_replication: bool,
    },
    /// `CHECK (…)`.
    Check {
        /// The condition, without the outer parentheses.
        condition: SqlText,
        /// `NOT FOR REPLICATION`.
        not_for_replication: bool,
    },
    /// Not understood (`CONNECTION (…)` of an edge table, …): kept as written.
    Opaque(SqlText),
}

/// A table constraint.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// Its name; `None` is named by the system.
    pub name: Option<Ident>,
    /// What it demands.
    pub kind: ConstraintKind,
    /// Added or enabled `WITH NOCHECK`, or disabled since: existing rows are not known to satisfy it.
    pub not_trusted: bool,
    /// Switched off by `NOCHECK CONSTRAINT`.
    pub disabled: bool,
}

impl Constraint {
    /// Whether this is a foreign key.
    #[must_use]
    pub fn is_foreign_key(&self) -> bool {
        matches!(self.kind, ConstraintKind::ForeignKey { .. })
    }
}
