//! Renames: those that the history tells, and those that two snapshots only suggest.

use std::collections::{BTreeMap, BTreeSet};

use super::moves::{Chain, explained, in_order};
use super::work::Work;
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::normal;
use crate::schema::Table;
use crate::syntax::ast::ObjectClass;

const COLUMN: &str = "column";
const INDEX: &str = "index";
const CONSTRAINT: &str = "constraint";

/// A name for what steps aside while two change places.
fn spare(name: &Ident) -> Ident {
    Ident::new(format!("{}_aside", name.as_str().chars().take(100).collect::<String>()))
}

/// The renames and moves of histories, each oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Renames(Vec<Vec<Change>>);

impl Renames {
    /// The renames among these changes.
    #[must_use]
    pub fn of(changes: &[Change]) -> Self {
        Self(vec![changes.iter().filter(|change| change.is_rename()).cloned().collect()])
    }

    /// The way back: the last rename undone first.
    #[must_use]
    pub fn backwards(&self) -> Self {
        Self(self.0.iter().map(|history| history.iter().rev().cloned().map(undone).collect()).collect())
    }

    /// These, and those of other histories.
    #[must_use]
    pub fn and(mut self, more: Self) -> Self {
        self.0.extend(more.0);
        self
    }
}

fn undone(mut change: Change) -> Change {
    match &mut change {
        Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } => std::mem::swap(from, to),
        Change::RenameColumn { from, to, .. }
        | Change::RenameIndex { from, to, .. }
        | Change::RenameConstraint { from, to, .. } => std::mem::swap(from, to),
        _ => {}
    }
    change
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
    /// Makes the renames of the histories that explain what is there and what shall be.
    pub(super) fn renames(&mut self, renames: &Renames) {
        for history in &renames.0 {
            let Chains { types, objects, parts } = Chains::of(history);
            self.move_objects(true, types.pairs(|name| self.to.types.contains_key(name)));
            self.move_objects(false, objects.pairs(|name| self.to.object_kind(name).is_some()));
            for ((table, kind), list) in parts_by_table(&parts, &objects, self.to) {
                self.move_parts(&table, kind, list);
            }
        }
    }

    fn move_objects(&mut self, types: bool, wanted: Vec<(Name, Name)>) {
        let kind = |catalog: &Catalog, name: &Name| match types {
            true => catalog.types.contains_key(name).then_some(ObjectClass::Type),
            false => catalog.object_kind(name),
        };
        let shape = |catalog: &Catalog, name: &Name| catalog.table(name).map(|table| shape(catalog, table));
        let found = |catalog: &Catalog, name: &Name| kind(catalog, name).map(|kind| (kind, shape(catalog, name)));
        let moves = explained(wanted, |name| found(&self.state, name), |name| found(self.to, name));
        let spare = |name: &Name| Name { schema: name.schema.clone(), object: spare(&name.object) };
        for (from, to) in in_order(moves, spare) {
            if let Some(class) = kind(&self.state, &from) {
                self.move_object(&class, &from, &to);
            }
        }
    }

    /// Moves an object to another schema, name or both, by a name that is free.
    fn move_object(&mut self, class: &ObjectClass, from: &Name, to: &Name) {
        let schema = &to.schema;
        if !self.state.has_schema(schema) && self.to.schemas.contains_key(schema) {
            self.push(Change::CreateSchema { name: schema.clone(), owner: None });
        }
        let free = |name: &Name| self.state.object_kind(name).is_none() && !self.state.types.contains_key(name);
        let moved = |object: &Ident| Name { schema: schema.clone(), object: object.clone() };
        let renamed = |object: Ident| Name { schema: from.schema.clone(), object };
        let mut steps = vec![from.clone()];
        if from.schema != to.schema && !free(&moved(&from.object)) {
            let object = if free(&renamed(to.object.clone())) { to.object.clone() } else { spare(&from.object) };
            steps.extend([renamed(object.clone()), moved(&object)]);
        } else if from.schema != to.schema {
            steps.push(moved(&from.object));
        }
        steps.push(to.clone());
        steps.dedup();
        for pair in steps.windows(2) {
            let (class, from, to) = (class.clone(), pair[0].clone(), pair[1].clone());
            self.push(if from.schema == to.schema {
                Change::Rename { class, from, to }
            } else {
                Change::Transfer { class, from, to }
            });
        }
    }

    fn move_parts(&mut self, table: &Name, kind: &'static str, wanted: Vec<(Ident, Ident)>) {
        let found = |catalog: &Catalog, name: &Ident| part(catalog, table, kind, name);
        let moves = explained(wanted, |name| found(&self.state, name), |name| found(self.to, name));
        for (from, to) in in_order(moves, spare) {
            let table = table.clone();
            self.push(match kind {
                COLUMN => Change::RenameColumn { table, from, to },
                INDEX => Change::RenameIndex { table, from, to },
                _ => Change::RenameConstraint { table, from, to },
            });
        }
    }
}

/// A part of a table: that it is there, and what it is like.
fn part(catalog: &Catalog, table: &Name, kind: &str, name: &Ident) -> Option<((), Option<String>)> {
    let of = catalog.table(table)?;
    let form = match kind {
        COLUMN => of.column(name).map(|one| format!("{:?}", normal::column(catalog, of, one).data_type)),
        INDEX => of.index(name).map(|one| format!("{:?}", normal::index(one).keys)),
        _ => (of.constraint(name).is_some() || of.column_of_default(name).is_some()).then(String::new),
    };
    form.map(|form| ((), Some(form)))
}

/// A part of a table: the table's first name, the kind of the part, its name.
type PartKey = (Name, &'static str, Ident);

/// The names that objects and parts have had.
#[derive(Default)]
struct Chains {
    types: Chain<Name>,
    objects: Chain<Name>,
    parts: Chain<PartKey>,
}

impl Chains {
    /// Linear but for sorting.
    fn of(history: &[Change]) -> Self {
        let mut chains = Self::default();
        for change in history {
            match change {
                Change::Rename { class: ObjectClass::Type, from, to }
                | Change::Transfer { class: ObjectClass::Type, from, to } => chains.types.rename(from, to),
                Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } => chains.objects.rename(from, to),
                part => {
                    let table = part.table().map(|table| chains.objects.first(table)).unwrap_or_default();
                    if let Some((kind, from, to)) = names(part) {
                        let key = |name: &Ident| (table.clone(), kind, name.clone());
                        chains.parts.rename(&key(from), &key(to));
                    }
                }
            }
        }
        chains
    }
}

/// Renames of parts, by the last name of their table and their kind.
type ByTable = BTreeMap<(Name, &'static str), Vec<(Ident, Ident)>>;

fn parts_by_table(parts: &Chain<PartKey>, tables: &Chain<Name>, to: &Catalog) -> ByTable {
    let last: BTreeMap<Name, Name> = tables.ends(|name| to.tables.contains_key(name)).collect();
    let now = |table: &Name| last.get(table).unwrap_or(table).clone();
    let wanted = |(table, kind, name): &PartKey| part(to, &now(table), kind, name).is_some();
    let mut by_table = ByTable::new();
    for ((table, kind, from), (_, _, to)) in parts.pairs(wanted) {
        by_table.entry((now(&table), kind)).or_default().push((from, to));
    }
    by_table
}

/// What kind of part is renamed, from what and to what.
fn names(part: &Change) -> Option<(&'static str, &Ident, &Ident)> {
    match part {
        Change::RenameColumn { from, to, .. } => Some((COLUMN, from, to)),
        Change::RenameIndex { from, to, .. } => Some((INDEX, from, to)),
        Change::RenameConstraint { from, to, .. } => Some((CONSTRAINT, from, to)),
        _ => None,
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

/// The columns of a table with their types.
fn shape(catalog: &Catalog, table: &Table) -> String {
    let normal = normal::table(catalog, table);
    format!("{:?}", normal.columns.iter().map(|column| (&column.name, &column.data_type)).collect::<Vec<_>>())
}

fn tables(from: &Catalog, to: &Catalog) -> Vec<Offer> {
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
