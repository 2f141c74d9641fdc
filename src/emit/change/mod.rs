//! One change as the statements that make it.

mod described;
mod lookup;
mod object;
mod policy;
mod script;
mod table;

pub use described::{Described, describe};
pub use script::{Above, script};

use crate::catalog::Catalog;
use crate::change::Change;

/// Statements of one change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statements {
    /// The statements in order, without closing semicolons.
    pub list: Vec<String>,
    /// Each must be a batch of its own: a module, a schema.
    pub alone: bool,
    /// What a person has to know or do, a sentence each.
    pub notes: Vec<String>,
}

impl Statements {
    fn one(statement: String) -> Self {
        Self { list: vec![statement], ..Self::default() }
    }

    fn list(list: Vec<String>) -> Self {
        Self { list, ..Self::default() }
    }

    fn alone(statement: String) -> Self {
        Self { list: vec![statement], alone: true, notes: Vec::new() }
    }

    fn note(note: &str) -> Self {
        Self { notes: vec![note.to_owned()], ..Self::default() }
    }

    /// The statements as one text, in batches where each needs one of its own.
    #[must_use]
    pub fn text(&self) -> String {
        self.list.join(if self.alone { "\nGO\n" } else { ";\n" })
    }
}

/// The statements that make a change on a database that `before` describes. Read back by replay they are
/// the same change, but for one of several checks without a name, which a person has to find.
#[must_use]
pub fn change(change: &Change, before: &Catalog) -> Statements {
    table::change(change, before).or_else(|| object::change(change, before)).unwrap_or_default()
}
