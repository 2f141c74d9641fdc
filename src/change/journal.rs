//! The journal: what a catalog held before changes, so that they can be undone (`ROLLBACK`) or put
//! beside what holds now (a branch that may not have run). It grows with what is changed, not with
//! the catalog.

use std::collections::{BTreeMap, BTreeSet};

use super::merge::merge;
use super::{ApplyError, Change};
use crate::catalog::{Catalog, Entry, Place, Principal};
use crate::name::{Ident, Name};
use crate::schema::{
    Credential, ExternalModel, Index, Levels, Module, Permission, Policy, Securable, Sequence, SqlText, Statistics,
    Table, UserType,
};
use crate::syntax::ast::ObjectClass;

/// A cell of the catalog: one key of one of its collections.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    Schema(Ident),
    Table(Name),
    Module(Name),
    ViewIndexes(Name),
    Type(Name),
    Sequence(Name),
    Synonym(Name),
    Policy(Name),
    Principal(Ident),
    Permissions(Option<Securable>),
    ExternalModel(Ident),
    Credential(Ident),
    Configuration(Box<str>),
    Statistics(Name),
    Properties(Levels),
    Other(ObjectClass, Name),
    DisabledTrigger(Name),
    ConstraintName(Name),
}

/// What a cell holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Held {
    Nothing,
    /// For collections that know no more than that the key is there.
    There,
    Schema(Entry<Option<Ident>>),
    Table(Entry<Table>),
    Module(Entry<Module>),
    ViewIndexes(Vec<Index>),
    Type(Entry<UserType>),
    Sequence(Entry<Sequence>),
    Synonym(Entry<Name>),
    Policy(Entry<Policy>),
    Principal(Entry<Principal>),
    Permissions(BTreeSet<Permission>),
    ExternalModel(Entry<ExternalModel>),
    Credential(Entry<Credential>),
    Configuration(Box<str>),
    Statistics(BTreeMap<Ident, Statistics>),
    Other(Vec<SqlText>),
    Properties(BTreeMap<Ident, Box<str>>),
    ConstraintName(Name),
}

impl Held {
    /// Whether what it holds is uncertain, to change.
    fn uncertain(&mut self) -> Option<&mut bool> {
        match self {
            Held::Schema(entry) => Some(&mut entry.uncertain),
            Held::Table(entry) => Some(&mut entry.uncertain),
            Held::Module(entry) => Some(&mut entry.uncertain),
            Held::Type(entry) => Some(&mut entry.uncertain),
            Held::Sequence(entry) => Some(&mut entry.uncertain),
            Held::Synonym(entry) => Some(&mut entry.uncertain),
            Held::Policy(entry) => Some(&mut entry.uncertain),
            Held::Principal(entry) => Some(&mut entry.uncertain),
            Held::ExternalModel(entry) => Some(&mut entry.uncertain),
            Held::Credential(entry) => Some(&mut entry.uncertain),
            Held::Nothing
            | Held::There
            | Held::ViewIndexes(_)
            | Held::Permissions(_)
            | Held::Configuration(_)
            | Held::Statistics(_)
            | Held::Other(_)
            | Held::Properties(_)
            | Held::ConstraintName(_) => None,
        }
    }
}

/// A point in a journal. It is void once the journal was undone to an earlier one or cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(usize);

/// What cells held before they were changed, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Journal {
    log: Vec<(Cell, Held)>,
    /// The cells in the log since the last mark: they need not be written down again.
    fresh: BTreeSet<Cell>,
}

impl Journal {
    /// Carries out a change and writes down how to undo it. `place` is where it stands in the files.
    ///
    /// # Errors
    /// When it does not fit the catalog, which then is as it was.
    pub fn apply(&mut self, catalog: &mut Catalog, change: &Change, place: Option<Place>) -> Result<(), ApplyError> {
        super::apply::Edit::new(catalog, Some(self), place).apply(change)
    }

    /// Sets a mark to come back to.
    pub fn mark(&mut self) -> Mark {
        self.fresh.clear();
        Mark(self.log.len())
    }

    /// Forgets everything: nothing before this can be undone any more.
    pub fn clear(&mut self) {
        self.log.clear();
        self.fresh.clear();
    }

    /// Undoes everything since a mark, and forgets it.
    pub fn undo(&mut self, catalog: &mut Catalog, mark: Mark) {
        while self.log.len() > mark.0 {
            if let Some((cell, held)) = self.log.pop() {
                catalog.write(cell, held);
            }
        }
        self.fresh.clear();
    }

    /// Puts back what held at a mark, and writes that down as changes, so that marks set since stay.
    pub fn put_back(&mut self, catalog: &mut Catalog, mark: Mark) {
        for (cell, held) in self.held_at(mark) {
            self.note(catalog, &cell);
            catalog.write(cell, held);
        }
    }

    /// What may be after changes that may not have happened: puts what held at a mark beside what
    /// holds now. What was made since may be there, what was dropped may be there still.
    pub fn doubt(&mut self, catalog: &mut Catalog, mark: Mark) {
        for (cell, held) in self.held_at(mark) {
            let now = catalog.read(&cell);
            if held != now {
                self.note(catalog, &cell);
                catalog.write(cell, merge(held, now));
            }
        }
    }

    /// Ends the first of two branches of which one runs: what it changed is taken out of the catalog
    /// and returned, for [`Journal::join`] once the second one ran from the same start.
    pub fn take_branch(&mut self, catalog: &mut Catalog, mark: Mark) -> Branch {
        let changed = self.held_at(mark).into_keys().map(|cell| (catalog.read(&cell), cell)).collect();
        self.undo(catalog, mark);
        Branch(changed)
    }

    /// Ends the second of two branches: puts what each of them left beside the other.
    pub fn join(&mut self, catalog: &mut Catalog, mark: Mark, first: Branch) {
        let mut first: BTreeMap<Cell, Held> = first.0.into_iter().map(|(held, cell)| (cell, held)).collect();
        for (cell, before) in self.held_at(mark) {
            first.entry(cell).or_insert(before);
        }
        for (cell, held) in first {
            let now = catalog.read(&cell);
            if held != now {
                self.note(catalog, &cell);
                catalog.write(cell, merge(held, now));
            }
        }
    }

    /// Goes on from where a branch ended that was taken out.
    pub fn resume(&mut self, catalog: &mut Catalog, branch: Branch) {
        for (held, cell) in branch.0 {
            self.note(catalog, &cell);
            catalog.write(cell, held);
        }
    }

    /// Marks an object as one that something may have changed that is not understood.
    pub fn suspect(&mut self, catalog: &mut Catalog, name: &Name) {
        let name = || name.clone();
        let cells = [
            Cell::Table(name()),
            Cell::Module(name()),
            Cell::Policy(name()),
            Cell::Type(name()),
            Cell::Sequence(name()),
            Cell::Synonym(name()),
            Cell::ExternalModel(name().object),
        ];
        let schema = name().schema.is_empty().then(|| Cell::Schema(name().object));
        for cell in cells.into_iter().chain(schema) {
            let mut held = catalog.read(&cell);
            if let Some(uncertain) = held.uncertain()
                && !*uncertain
            {
                *uncertain = true;
                self.note(catalog, &cell);
                catalog.write(cell, held);
            }
        }
    }

    /// Writes down what a cell holds, unless that was done since the last mark.
    pub(super) fn note(&mut self, catalog: &Catalog, cell: &Cell) {
        if !self.fresh.contains(cell) {
            self.fresh.insert(cell.clone());
            self.log.push((cell.clone(), catalog.read(cell)));
        }
    }

    /// What each cell that was changed since a mark held at it.
    fn held_at(&self, mark: Mark) -> BTreeMap<Cell, Held> {
        let mut held = BTreeMap::new();
        for (cell, before) in self.log.get(mark.0..).unwrap_or_default() {
            held.entry(cell.clone()).or_insert_with(|| before.clone());
        }
        held
    }
}

/// What a branch left in the cells that it changed.
#[derive(Debug, Clone, Default)]
pub struct Branch(Vec<(Held, Cell)>);

impl Catalog {
    /// What a cell holds.
    pub(super) fn read(&self, cell: &Cell) -> Held {
        fn held<T: Clone>(found: Option<&T>, hold: impl FnOnce(T) -> Held) -> Held {
            found.cloned().map_or(Held::Nothing, hold)
        }
        let there = |found: bool| if found { Held::There } else { Held::Nothing };
        match cell {
            Cell::Schema(key) => held(self.schemas.get(key), Held::Schema),
            Cell::Table(key) => held(self.tables.get(key), Held::Table),
            Cell::Module(key) => held(self.modules.get(key), Held::Module),
            Cell::ViewIndexes(key) => held(self.view_indexes.get(key), Held::ViewIndexes),
            Cell::Type(key) => held(self.types.get(key), Held::Type),
            Cell::Sequence(key) => held(self.sequences.get(key), Held::Sequence),
            Cell::Synonym(key) => held(self.synonyms.get(key), Held::Synonym),
            Cell::Policy(key) => held(self.policies.get(key), Held::Policy),
            Cell::Principal(key) => held(self.principals.get(key), Held::Principal),
            Cell::Permissions(key) => held(self.permissions.get(key), Held::Permissions),
            Cell::ExternalModel(key) => held(self.external_models.get(key), Held::ExternalModel),
            Cell::Credential(key) => held(self.credentials.get(key), Held::Credential),
            Cell::Configuration(key) => held(self.configurations.get(key), Held::Configuration),
            Cell::Statistics(key) => held(self.statistics.get(key), Held::Statistics),
            Cell::Properties(key) => held(self.properties.get(key), Held::Properties),
            Cell::Other(class, name) => held(self.others.get(&(class.clone(), name.clone())), Held::Other),
            Cell::DisabledTrigger(name) => there(self.disabled_triggers.contains(name)),
            Cell::ConstraintName(key) => held(self.constraint_names.get(key), Held::ConstraintName),
        }
    }

    /// Makes a cell hold something of its own kind; anything else empties it.
    pub(super) fn write(&mut self, cell: Cell, held: Held) {
        macro_rules! of {
            ($kind:ident) => {
                if let Held::$kind(value) = held { Some(value) } else { None }
            };
        }
        match cell {
            Cell::Schema(key) => put(&mut self.schemas, key, of!(Schema)),
            Cell::Table(key) => put(&mut self.tables, key, of!(Table)),
            Cell::Module(key) => put(&mut self.modules, key, of!(Module)),
            Cell::ViewIndexes(key) => put(&mut self.view_indexes, key, of!(ViewIndexes)),
            Cell::Type(key) => put(&mut self.types, key, of!(Type)),
            Cell::Sequence(key) => put(&mut self.sequences, key, of!(Sequence)),
            Cell::Synonym(key) => put(&mut self.synonyms, key, of!(Synonym)),
            Cell::Policy(key) => put(&mut self.policies, key, of!(Policy)),
            Cell::Principal(key) => put(&mut self.principals, key, of!(Principal)),
            Cell::Permissions(key) => put(&mut self.permissions, key, of!(Permissions)),
            Cell::ExternalModel(key) => put(&mut self.external_models, key, of!(ExternalModel)),
            Cell::Credential(key) => put(&mut self.credentials, key, of!(Credential)),
            Cell::Configuration(key) => put(&mut self.configurations, key, of!(Configuration)),
            Cell::Statistics(key) => put(&mut self.statistics, key, of!(Statistics)),
            Cell::Properties(key) => put(&mut self.properties, key, of!(Properties)),
            Cell::ConstraintName(key) => put(&mut self.constraint_names, key, of!(ConstraintName)),
            Cell::Other(class, name) => put(&mut self.others, (class, name), of!(Other)),
            Cell::DisabledTrigger(name) => put_key(&mut self.disabled_triggers, name, held == Held::There),
        }
    }
}

/// Makes a key hold a value, or none.
fn put<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    map.remove(&key);
    if let Some(value) = value {
        map.insert(key, value);
    }
}

/// Makes a key be there, or not.
fn put_key<K: Ord>(set: &mut BTreeSet<K>, key: K, there: bool) {
    set.remove(&key);
    if there {
        set.insert(key);
    }
}
