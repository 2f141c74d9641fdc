//! Diff: the changes that turn one catalog into another, in an order that runs.

mod access;
mod column;
mod disturbed;
mod moves;
mod object;
mod other;
mod parts;
mod property;
mod rename;
mod table;
mod teardown;
mod work;

pub use rename::{Offer, Renames, offers};

use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::Name;
use crate::normal;
use work::Work;

/// What is between two catalogs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference {
    /// The changes that turn the first into the second, in an order that runs.
    pub changes: Vec<Change>,
    /// What differs and no change here expresses, and what is not certain: a sentence each.
    pub notes: Vec<String>,
    /// What is in both and may differ, since of one no more than the name is known: a sentence each. No difference.
    pub not_compared: Vec<String>,
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
    let (from, to) = prepared(from, to);
    let mut work = Work::new(from, &to);
    work.renames(renames);
    let disturbed = disturbed::disturbed(&work.state, &to);
    work.drop_others(true);
    work.tear_down(&disturbed);
    work.owners();
    work.plain_objects();
    work.others(false);
    work.tables_and_modules();
    work.others(true);
    work.policies();
    work.permissions();
    work.vector_indexes();
    work.leftovers();
    work.drop_others(false);
    work.properties();
    work.finish()
}

/// Two catalogs as they are compared: in a fixed order, without the history tables that come by themselves
/// and stay what they are.
fn prepared(from: &Catalog, to: &Catalog) -> (Catalog, Catalog) {
    let (mut before, mut after) = (normal::settled(from), normal::settled(to));
    let (old, new) = (normal::made_by_versioning(from), normal::made_by_versioning(to));
    // One whose table goes, or keeps no history any more, has to be dropped by itself.
    let stays = |name: &&Name| new.contains(*name);
    old.iter().filter(stays).for_each(|name| drop(before.tables.remove(name)));
    // One that is a table of its own so far is no new one.
    let comes = |name: &&Name| old.contains(*name) || !from.tables.contains_key(name);
    new.iter().filter(comes).for_each(|name| drop(after.tables.remove(name)));
    (before, after)
}
