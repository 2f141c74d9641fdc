//! Statistics that a person made.

use super::{IndexOption, SqlText};
use crate::name::Ident;

/// What the optimizer counts of some columns of a table or view.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Statistics {
    /// The columns.
    pub columns: Vec<Ident>,
    /// `WHERE …`, without the word.
    pub filter: Option<SqlText>,
    /// `WITH …`.
    pub options: Vec<IndexOption>,
}
