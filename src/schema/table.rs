//! Tables, and the shapes of table types.

use super::{Column, Constraint, Index, IndexKind, IndexOption, KeyColumn, SqlText};
use crate::name::{Ident, Name};

/// `PERIOD FOR SYSTEM_TIME (start, end)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Period {
    /// The row-start column.
    pub start: Ident,
    /// The row-end column.
    pub end: Ident,
}

/// A table, or the shape of a table type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Table {
    /// Columns in order.
    pub columns: Vec<Column>,
    /// Constraints other than defaults.
    pub constraints: Vec<Constraint>,
    /// Indexes other than those of constraints.
    pub indexes: Vec<Index>,
    /// `PERIOD FOR SYSTEM_TIME`.
    pub period: Option<Period>,
    /// `SYSTEM_VERSIONING = ON`: its history table, `None` inside where it was not named.
    pub versioned: Option<Option<Name>>,
    /// `AS NODE` or `AS EDGE`, upper case.
    pub graph: Option<Box<str>>,
    /// `WITH (…)` options that are not modelled elsewhere.
    pub options: Vec<IndexOption>,
    /// `ON filegroup` or partition scheme, as written.
    pub storage: Option<SqlText>,
    /// `TEXTIMAGE_ON filegroup`, as written.
    pub lob_storage: Option<SqlText>,
    /// `FILESTREAM_ON filegroup`, as written.
    pub filestream_storage: Option<SqlText>,
    /// Clauses that are not modelled, as written.
    pub opaque: Vec<SqlText>,
}

impl Table {
    /// The column of this name.
    #[must_use]
    pub fn column(&self, name: &Ident) -> Option<&Column> {
        let wanted = name.folded();
        self.columns.iter().find(|column| column.name.folded() == wanted)
    }

    /// Whether the column of this name is a vector.
    #[must_use]
    pub fn is_vector(&self, name: &Ident) -> bool {
        self.column(name).is_some_and(|column| column.vector().is_some())
    }

    /// The index of this name; those of constraints are not here.
    #[must_use]
    pub fn index(&self, name: &Ident) -> Option<&Index> {
        self.indexes.iter().find(|index| &index.name == name)
    }

    /// Whether it is in memory: `MEMORY_OPTIMIZED = ON`.
    #[must_use]
    pub fn is_memory_optimized(&self) -> bool {
        let is_on = |option: &IndexOption| option.value.as_str().eq_ignore_ascii_case("ON");
        self.options.iter().any(|option| &*option.name == "MEMORY_OPTIMIZED" && is_on(option))
    }

    /// The history table that the engine makes for this one when there is none of that name: the same
    /// columns without their properties, and a clustered index on the period (Learn, "Temporal
    /// tables"). The types of computed columns are not known here.
    #[must_use]
    pub fn history(&self, history: &Name) -> Table {
        let columns = self.columns.iter().map(Column::in_history);
        let name = Ident::new(format!("ix_{}", history.object.as_str()));
        let index = self.period.as_ref().map(|period| Index {
            keys: [&period.end, &period.start].map(|name| KeyColumn { name: name.clone(), descending: false }).into(),
            ..Index::of(name, IndexKind::Rowstore { unique: false, clustered: true })
        });
        Table { columns: columns.collect(), indexes: index.into_iter().collect(), ..Table::default() }
    }
}
