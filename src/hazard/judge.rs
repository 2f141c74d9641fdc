//! A list of changes, judged one after another: what came with an earlier one has no rows and no users that a later one
//! could harm.

use std::collections::{BTreeMap, BTreeSet};

use super::{Hazard, Lock, hazards, locks};
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::Name;

/// What a change may do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judged {
    /// Its hazards.
    pub hazards: BTreeSet<Hazard>,
    /// The tables that it works on or locks and that were there before.
    pub tables: BTreeMap<Name, Held>,
}

/// A table that a change works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// How it is locked; `None` where others hardly notice.
    pub lock: Option<Lock>,
    /// The name that it had before the first change.
    pub before: Name,
}

/// Judges changes in the order in which they run.
#[derive(Debug, Clone, Default)]
pub struct Judge {
    /// What earlier changes made, under the names that it has by now. Anything else was there before, known or not.
    made: BTreeSet<Name>,
    /// The names that tables had before the first change, by those that they have by now.
    renamed: BTreeMap<Name, Name>,
    /// Modules that are dropped and not made again so far, with the numbers of the changes that drop them.
    gone: BTreeMap<Name, Vec<usize>>,
    /// Modules that were dropped and made again: they have users.
    again: BTreeSet<Name>,
}

impl Judge {
    /// What a change may do; `before` is the catalog that it meets. `number` is what [`Judge::finish`] calls it.
    pub fn judge(&mut self, number: usize, change: &Change, before: &Catalog) -> Judged {
        let mut judged = Judged::default();
        if !change.object().is_some_and(|object| self.is_new(object)) {
            judged.hazards = hazards(change, before);
            let own = change.object().filter(|object| before.table(object).is_some());
            judged.tables.extend(own.map(|table| (table.clone(), self.held(table, None))));
        }
        for (table, lock) in locks(change, before) {
            if !self.is_new(table) {
                judged.tables.insert(table.clone(), self.held(table, Some(lock)));
            }
        }
        self.follow(number, change);
        judged
    }

    /// A table as it was before the first change, locked now.
    #[must_use]
    pub fn held(&self, table: &Name, lock: Option<Lock>) -> Held {
        Held { lock, before: self.renamed.get(table).unwrap_or(table).clone() }
    }

    /// Whether an object came with an earlier change.
    #[must_use]
    pub fn is_new(&self, object: &Name) -> bool {
        self.made.contains(object)
    }

    /// The changes that drop a module for good: they break its clients. One that comes again breaks nobody.
    #[must_use]
    pub fn finish(self) -> Vec<usize> {
        self.gone.into_values().flatten().collect()
    }

    fn follow(&mut self, number: usize, change: &Change) {
        match change {
            Change::DropModule { name, .. } => {
                let has_users = !self.made.remove(name) || self.again.contains(name);
                if has_users {
                    self.gone.entry(name.clone()).or_default().push(number);
                }
            }
            Change::CreateModule { name, .. } => {
                let is_back = self.gone.remove(name).is_some();
                let made_in = if is_back { &mut self.again } else { &mut self.made };
                made_in.insert(name.clone());
            }
            Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } if self.made.remove(from) => {
                self.made.insert(to.clone());
            }
            Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } => {
                let before = self.renamed.remove(from).unwrap_or_else(|| from.clone());
                self.renamed.insert(to.clone(), before);
            }
            Change::CreateTable { name, .. }
            | Change::CreateSequence { name, .. }
            | Change::CreateSynonym { name, .. }
            | Change::CreateType { name, .. } => drop(self.made.insert(name.clone())),
            Change::DropTable { name }
            | Change::DropSequence { name }
            | Change::DropSynonym { name }
            | Change::DropType { name } => drop(self.made.remove(name)),
            _ => {}
        }
    }
}
