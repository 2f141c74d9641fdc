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
/// renamed in a table stands under the name that the table has by then.
fn shortened(renames: &[Change]) -> Vec<Change> {
    let mut objects: BTreeMap<Name, (ObjectClass, Name)> = BTreeMap::new();
    let mut parts: Vec<Change> = Vec::new();
    for change in renames {
        match change {
            Change::Rename { class, from, to } | Change::Transfer { class, from, to } => {
                let first = objects.iter().find(|(_, (_, now))| now == from).map(|(first, _)| first.clone());
                objects.insert(first.unwrap_or_else(|| from.clone()), (class.clone(), to.clone()));
                parts.iter_mut().for_each(|part| move_part(part, from, to));
            }
            part => parts.push(part.clone()),
        }
    }
    let mut list = Vec::new();
    for (from, (class, to)) in objects {
        let moved = Name { schema: to.schema.clone(), object: from.object.clone() };
        if from.schema != to.schema {
            list.push(Change::Transfer { class: class.clone(), from: from.clone(), to: moved.clone() });
        }
        if moved != to {
            list.push(Change::Rename { class, from: moved, to });
        }
    }
    list.extend(chained(parts));
    list
}

fn move_part(part: &mut Change, from: &Name, to: &Name) {
    if let Change::RenameColumn { table, .. }
    | Change::RenameIndex { table, .. }
    | Change::RenameConstraint { table, .. } = part
        && table == from
    {
        *table = to.clone();
    }
}

/// Renames of parts with chains taken together.
fn chained(parts: Vec<Change>) -> Vec<Change> {
    let mut list: Vec<Change> = Vec::new();
    for part in parts {
        let earlier = list.iter_mut().find(|earlier| follows(earlier, &part));
        match (earlier, part) {
            (Some(Change::RenameColumn { to, .. }), Change::RenameColumn { to: last, .. })
            | (Some(Change::RenameIndex { to, .. }), Change::RenameIndex { to: last, .. })
            | (Some(Change::RenameConstraint { to, .. }), Change::RenameConstraint { to: last, .. }) => *to = last,
            (_, part) => list.push(part),
        }
    }
    list
}

/// Whether a rename goes on where an earlier one ended.
fn follows(earlier: &Change, later: &Change) -> bool {
    match (earlier, later) {
        (Change::RenameColumn { table, to, .. }, Change::RenameColumn { table: other, from, .. })
        | (Change::RenameIndex { table, to, .. }, Change::RenameIndex { table: other, from, .. })
        | (Change::RenameConstraint { table, to, .. }, Change::RenameConstraint { table: other, from, .. }) => {
            table == other && to == from
        }
        _ => false,
    }
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
