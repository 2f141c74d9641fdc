//! Guards: facts about the data that must hold before a post-load step is sent.

use crate::name::{Ident, Name};

/// A condition that is counted in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// `rows <table>.<column> >= <n>`: at least so many rows hold a value in the column.
    Rows {
        /// The table.
        table: Name,
        /// The column.
        column: Ident,
        /// How many.
        at_least: u64,
    },
    /// `complete <table>.<column>`: no row where the column is NULL.
    Complete {
        /// The table.
        table: Name,
        /// The column.
        column: Ident,
    },
    /// `single <table>.<column>`: at most one distinct value.
    Single {
        /// The table.
        table: Name,
        /// The column.
        column: Ident,
    },
}
