//! What the history says about objects that are not in the catalog: dropped, never made, or perhaps
//! made elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{Place, Presence};
use crate::change::Change;
use crate::name::Name;
use crate::replay::Step;
use crate::syntax::ast::Kind;

/// Follows what comes and goes.
#[derive(Debug, Default)]
pub(super) struct World {
    gone: BTreeMap<Name, Place>,
    /// Objects whose absence was told: once is enough.
    told: BTreeSet<Name>,
    /// Objects that were made again while they were there: whatever they are now, they are there.
    twice: BTreeSet<Name>,
    made_a_table: bool,
    is_open: bool,
    /// The first file that missed an object which the history never made. Nobody goes on after a file that
    /// failed, so when others follow it, the object was there before the history.
    missed_in: Option<usize>,
    /// The last file that executed text which cannot be known.
    unknown_text_in: Option<usize>,
    /// The first statement of the file at hand that works in a transaction.
    transaction: Option<Place>,
}

/// What is known about an object that the catalog does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Absence {
    /// The history dropped, renamed or moved it, here.
    Gone(Place),
    /// The history made other tables, and never this.
    NeverMade,
    /// The history is not all there is: objects were there before it, or text that cannot be known
    /// may have made some.
    Unknown,
}

impl World {
    /// For files that are or are not the whole history.
    pub(super) fn new(partial: bool) -> Self {
        Self { is_open: partial, ..Self::default() }
    }

    /// What is known of an object that is missing from a file.
    pub(super) fn absence(&self, name: &Name, file: usize) -> Absence {
        let had_a_past = self.missed_in.is_some_and(|earlier| earlier < file);
        match self.gone.get(name) {
            Some(place) => Absence::Gone(*place),
            None if self.is_open || had_a_past || !self.made_a_table => Absence::Unknown,
            None => Absence::NeverMade,
        }
    }

    /// Whether text that cannot be known was executed before, in this file: it may have made room for
    /// what follows, as when it drops a constraint whose name it looks up.
    pub(super) fn has_unknown_text(&self, file: usize) -> bool {
        self.unknown_text_in == Some(file)
    }

    /// What this file has begun to do in the transaction that is open.
    pub(super) fn in_transaction(&self, file: usize) -> Option<Place> {
        self.transaction.filter(|place| place.file as usize == file)
    }

    /// Follows a statement that runs or may run.
    pub(super) fn follow(&mut self, step: &Step, place: Place) {
        if !step.in_transaction {
            self.transaction = None;
        } else if !step.changes.is_empty() && self.in_transaction(step.file).is_none() {
            self.transaction = Some(place);
        }
        let is_text = matches!(step.statement.kind, Kind::Dynamic { .. });
        if let Some(touched) = step.unknown.filter(|touched| touched.is_empty() || is_text) {
            self.is_open |= touched.is_empty();
            self.unknown_text_in = Some(step.file);
        }
        for (change, _) in step.changes {
            self.change(change, place, step.certainty == Presence::Certain);
        }
    }

    /// A statement of a file needed an object that is not there. Before any table was made, there is a
    /// history before the history. Whether this is the first time that the object is missed.
    pub(super) fn missed(&mut self, name: &Name, file: usize) -> bool {
        self.is_open |= !self.made_a_table;
        if self.absence(name, file) == Absence::NeverMade {
            self.missed_in.get_or_insert(file);
        }
        self.told.insert(name.clone())
    }

    /// A statement makes an object that is there already.
    pub(super) fn made_again(&mut self, name: &Name) {
        self.twice.insert(name.clone());
    }

    /// Whether an object was made while it was there, and not taken away since.
    pub(super) fn was_made_again(&self, name: &Name) -> bool {
        self.twice.contains(name)
    }

    fn change(&mut self, change: &Change, place: Place, certain: bool) {
        match change {
            Change::CreateTable { name, .. } => {
                self.made_a_table = true;
                self.gone.remove(name);
            }
            Change::DropTable { name } | Change::DropModule { name, .. } | Change::DropPolicy { name } if certain => {
                self.twice.remove(name);
                self.gone.insert(name.clone(), place);
            }
            Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } if certain => {
                self.twice.remove(from);
                self.gone.remove(to);
                self.gone.insert(from.clone(), place);
            }
            _ => {}
        }
    }
}
