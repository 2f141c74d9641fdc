//! Diff: the changes that turn one catalog into another, in an order that runs.

mod access;
mod column;
mod disturbed;
mod object;
mod parts;
mod rename;
mod table;
mod teardown;
mod work;

pub use rename::{Offer, Renames, offers};

use crate::catalog::Catalog;
use crate::change::Change;
use crate::normal;
use work::Work;

/// What is between two catalogs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference {
    /// The changes that turn the first into the second, in an order that runs.
    pub changes: Vec<Change>,
    /// What differs and no change here expresses, and what is not certain: a sentence each.
    pub notes: Vec<String>,
}

impl Difference {
    /// Whether the two say the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.notes.is_empty()
    }
}

/// The changes that turn one catalog into another. Two spellings of one meaning are no difference.
/// `renames` are those that the history of the second one tells; without them an object under another
/// name is one that goes and one that comes.
///
/// Applied to `from` in its settled form, the changes lead to what says the same as `to`, but for what the
/// notes tell.
#[must_use]
pub fn diff(from: &Catalog, to: &Catalog, renames: &Renames) -> Difference {
    let (from, to) = (prepared(from), prepared(to));
    let mut work = Work::new(from, &to);
    work.renames(renames);
    let disturbed = disturbed::disturbed(&work.state, &to);
    work.tear_down(&disturbed);
    work.owners();
    work.plain_objects();
    work.tables_and_modules(&disturbed);
    work.policies();
    work.permissions();
    work.vector_indexes();
    work.leftovers();
    work.finish()
}

/// A catalog as it is compared: in a fixed order, without the history tables that come by themselves.
fn prepared(catalog: &Catalog) -> Catalog {
    let mut prepared = normal::settled(catalog);
    for name in normal::made_by_versioning(catalog) {
        prepared.tables.remove(&name);
    }
    prepared
}
