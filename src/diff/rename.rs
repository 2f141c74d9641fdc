//! Renames: those that the history tells, and those that two snapshots only suggest.

use std::collections::{BTreeMap, BTreeSet};

use super::work::Work;
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::normal;
use crate::schema::Table;
use crate::syntax::ast::ObjectClass;

/// The renames and moves of a history, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Renames(Vec<Change>);

impl Renames {
    /// The renames among these changes.
    #[must_use]
    pub fn of(changes: &[Change]) -> Self {
        Self(changes.iter().filter(|change| change.is_rename()).cloned().collect())
    }
}

/// Something that goes and something that comes, which may be one thing under two names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// A table with the same columns.
    Table {
        /// The one that goes.
        from: Name,
        /// The one that comes.
        to: Name,
    },
    /// The only column of its definition that goes and the only one that comes.
    Column {
        /// The table.
        table: Name,
        /// The one that goes.
        from: Ident,
        /// The one that comes.
        to: Ident,
    },
}

impl Work<'_> {
    /// Makes the renames of the history that explain what is there and what shall be.
    pub(super) fn renames(&mut self, renames: &Renames) {
        for change in shortened(&renames.0) {
            if self.explains(&change) {
                self.push(change);
            }
        }
    }

    /// Whether the old name is there and not wanted, and the new one the other way round.
    fn explains(&self, change: &Change) -> bool {
        let (state, to) = (&self.state, self.to);
        match change {
            Change::Rename { class: ObjectClass::Type, from, to: new } => {
                let moves = |from: bool, then: bool| from && !then;
                moves(state.types.contains_key(from), to.types.contains_key(from))
                    && moves(to.types.contains_key(new), state.types.contains_key(new))
            }
            Change::Rename { from, to: new, .. } | Change::Transfer { from, to: new, .. } => {
                state.object_kind(from).is_some()
                    && to.object_kind(from).is_none()
                    && state.object_kind(new).is_none()
                    && to.object_kind(new) == state.object_kind(from)
            }
            Change::RenameColumn { table, from, to: new } => {
                part(state, to, table, |table| (table.column(from).is_some(), table.column(new).is_some()))
            }
            Change::RenameIndex { table, from, to: new } => {
                part(state, to, table, |table| (table.index(from).is_some(), table.index(new).is_some()))
            }
            Change::RenameConstraint { table, from, to: new } => part(state, to, table, |table| {
                let has = |name| table.constraint(name).is_some() || table.column_of_default(name).is_some();
                (has(from), has(new))
            }),
            _ => false,
        }
    }
}

/// Whether a table has the old part and not the new one, and shall have the new one and not the old.
fn part(state: &Catalog, to: &Catalog, table: &Name, has: impl Fn(&Table) -> (bool, bool)) -> bool {
    let of = |catalog: &Catalog| catalog.table(table).map(&has);
    of(state) == Some((true, false)) && of(to) == Some((false, true))
}

/// The renames with chains of them taken together: `a` to `b` and `b` to `c` is `a` to `c`, and what is
/// renamed in a table stands under the name that the table has by then. Linear but for sorting.
fn shortened(renames: &[Change]) -> Vec<Change> {
    let mut objects = Objects::default();
    let mut parts = Parts::default();
    for change in renames {
        match change {
            Change::Rename { class, from, to } | Change::Transfer { class, from, to } => {
                objects.rename(class, from, to)
            }
            part => parts.rename(objects.first(part.table()), part),
        }
    }
    let parts = parts.list.into_iter().map(|(first, part)| match objects.last.get(&first) {
        Some((_, now)) => moved(part, now),
        None => part,
    });
    let parts: Vec<_> = parts.collect();
    objects.changes().into_iter().chain(parts).collect()
}

/// Objects that are renamed or moved.
#[derive(Default)]
struct Objects {
    /// Their last names, by the first ones.
    last: BTreeMap<Name, (ObjectClass, Name)>,
    /// Their first names, by those that they have so far.
    first: BTreeMap<Name, Name>,
}

impl Objects {
    fn rename(&mut self, class: &ObjectClass, from: &Name, to: &Name) {
        let first = self.first.remove(from).unwrap_or_else(|| from.clone());
        self.first.insert(to.clone(), first.clone());
        self.last.insert(first, (class.clone(), to.clone()));
    }

    /// The first name of a table.
    fn first(&self, table: Option<&Name>) -> Name {
        let table = table.cloned().unwrap_or_default();
        self.first.get(&table).cloned().unwrap_or(table)
    }

    fn changes(&self) -> Vec<Change> {
        let mut list = Vec::new();
        for (from, (class, to)) in &self.last {
            let moved = Name { schema: to.schema.clone(), object: from.object.clone() };
            if from.schema != to.schema {
                list.push(Change::Transfer { class: class.clone(), from: from.clone(), to: moved.clone() });
            }
            if moved != *to {
                list.push(Change::Rename { class: class.clone(), from: moved, to: to.clone() });
            }
        }
        list
    }
}

/// Renames of parts of tables, chains taken together.
#[derive(Default)]
struct Parts {
    /// Each with the first name of its table.
    list: Vec<(Name, Change)>,
    /// Where in the list a part stands, by table, kind and the name that it has so far.
    at: BTreeMap<(Name, &'static str, Ident), usize>,
}

impl Parts {
    fn rename(&mut self, table: Name, part: &Change) {
        let Some((kind, from, to)) = names(part) else { return };
        let at = match self.at.remove(&(table.clone(), kind, from.clone())) {
            Some(at) => at,
            None => {
                self.list.push((table.clone(), part.clone()));
                self.list.len() - 1
            }
        };
        if let Change::RenameColumn { to: last, .. }
        | Change::RenameIndex { to: last, .. }
        | Change::RenameConstraint { to: last, .. } = &mut self.list[at].1
        {
            *last = to.clone();
        }
        self.at.insert((table, kind, to.clone()), at);
    }
}

/// What kind of part is renamed, from what and to what.
fn names(part: &Change) -> Option<(&'static str, &Ident, &Ident)> {
    match part {
        Change::RenameColumn { from, to, .. } => Some(("column", from, to)),
        Change::RenameIndex { from, to, .. } => Some(("index", from, to)),
        Change::RenameConstraint { from, to, .. } => Some(("constraint", from, to)),
        _ => None,
    }
}

/// The rename of a part in a table of another name.
fn moved(mut part: Change, now: &Name) -> Change {
    if let Change::RenameColumn { table, .. }
    | Change::RenameIndex { table, .. }
    | Change::RenameConstraint { table, .. } = &mut part
    {
        *table = now.clone();
    }
    part
}

/// What may have been renamed, where no history tells: nothing is assumed, a person decides.
#[must_use]
pub fn offers(from: &Catalog, to: &Catalog) -> Vec<Offer> {
    let mut offers = tables(from, to);
    for (name, entry) in &from.tables {
        if let Some(wanted) = to.table(name) {
            offers.extend(columns(from, to, name, &entry.definition, wanted));
        }
    }
    offers
}

fn tables(from: &Catalog, to: &Catalog) -> Vec<Offer> {
    let shape = |catalog: &Catalog, table: &Table| {
        format!(
            "{:?}",
            normal::table(catalog, table)
                .columns
                .iter()
                .map(|column| (&column.name, &column.data_type))
                .collect::<Vec<_>>()
        )
    };
    let new = to.tables.iter().filter(|(name, _)| from.object_kind(name).is_none());
    let mut by_shape: BTreeMap<String, BTreeSet<&Name>> = BTreeMap::new();
    for (name, entry) in new {
        by_shape.entry(shape(to, &entry.definition)).or_default().insert(name);
    }
    let gone = from.tables.iter().filter(|(name, _)| to.object_kind(name).is_none());
    let offer = |(name, entry): (&Name, &crate::catalog::Entry<Table>)| {
        let found = by_shape.get(&shape(from, &entry.definition)).filter(|found| found.len() == 1)?.first().copied()?;
        Some(Offer::Table { from: name.clone(), to: found.clone() })
    };
    gone.filter_map(offer).collect()
}

fn columns(from: &Catalog, to: &Catalog, name: &Name, table: &Table, wanted: &Table) -> Option<Offer> {
    let mut gone = table.columns.iter().filter(|column| wanted.column(&column.name).is_none());
    let mut new = wanted.columns.iter().filter(|column| table.column(&column.name).is_none());
    let (Some(old), Some(fresh), None, None) = (gone.next(), new.next(), gone.next(), new.next()) else { return None };
    let (one, other) = (normal::column(from, table, old), normal::column(to, wanted, fresh));
    let same = one.data_type == other.data_type && one.computed == other.computed;
    same.then(|| Offer::Column { table: name.clone(), from: old.name.clone(), to: fresh.name.clone() })
}
