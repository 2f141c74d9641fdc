//! The numbers that the engine gives to objects: object ids, column ids, index ids. They follow from
//! the order in which things were made, so every session that folds the same log finds the same ones.

use std::collections::BTreeMap;

use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::schema::{Constraint, ConstraintKind, IndexKind, Table, UserType};

/// The first object id; ids below are free for what the system has.
const FIRST_OBJECT: i32 = 901_578_250;
/// The first index id of a vector index.
const FIRST_VECTOR_INDEX: i32 = 1_152_000;
/// The first id of a schema, type or principal that a user made.
const FIRST_SCHEMA: i32 = 5;
const FIRST_TYPE: i32 = 257;
const FIRST_PRINCIPAL: i32 = 5;
const FIRST_OTHER: i32 = 65_536;

/// An object's id and when it was made and changed (UTC, as the log has it).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbered {
    /// The object id.
    pub id: i32,
    /// `create_date`.
    pub created: Box<str>,
    /// `modify_date`.
    pub modified: Box<str>,
}

/// Names in one number space: an id is never given twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series<K: Ord> {
    next: i32,
    ids: BTreeMap<K, i32>,
}

impl<K: Ord + Clone> Series<K> {
    fn new(first: i32) -> Self {
        Self { next: first, ids: BTreeMap::new() }
    }

    /// The id of a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<i32> {
        self.ids.get(key).copied()
    }

    /// The key of an id.
    #[must_use]
    pub fn find(&self, id: i32) -> Option<&K> {
        self.ids.iter().find(|(_, found)| **found == id).map(|(key, _)| key)
    }

    fn rename(&mut self, from: &K, to: &K) {
        if let Some(id) = self.ids.remove(from) {
            self.ids.insert(to.clone(), id);
        }
    }

    /// Gives ids to keys that have none and forgets those that are gone.
    fn follow<'a>(&mut self, keys: impl Iterator<Item = &'a K>)
    where
        K: 'a,
    {
        let mut ids = BTreeMap::new();
        for key in keys {
            let id = self.ids.get(key).copied().unwrap_or_else(|| {
                self.next += 1;
                self.next - 1
            });
            ids.insert(key.clone(), id);
        }
        self.ids = ids;
    }
}

/// The numbers inside one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableNumbers {
    /// Column ids, from 1; a dropped column's is not given again.
    pub columns: Series<Ident>,
    /// Ids of b-tree and columnstore indexes, those of keys too, from 2; a clustered one is 1.
    pub indexes: Series<Ident>,
    /// Ids of vector indexes.
    pub vector_indexes: Series<Ident>,
    /// Object ids of constraints, defaults too, by name.
    pub constraints: BTreeMap<Ident, Numbered>,
}

impl Default for TableNumbers {
    fn default() -> Self {
        Self {
            columns: Series::new(1),
            indexes: Series::new(2),
            vector_indexes: Series::new(FIRST_VECTOR_INDEX),
            constraints: BTreeMap::new(),
        }
    }
}

/// All numbers of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    next_object: i32,
    /// Tables, modules, sequences, synonyms, policies and the tables behind table types.
    pub objects: BTreeMap<Name, Numbered>,
    /// What is inside tables and table types.
    pub tables: BTreeMap<Name, TableNumbers>,
    /// Schemas that users made.
    pub schemas: Series<Ident>,
    /// Types that users made.
    pub types: Series<Name>,
    /// Users and roles that users made.
    pub principals: Series<Ident>,
    /// External models.
    pub external_models: Series<Ident>,
    /// Database scoped credentials.
    pub credentials: Series<Ident>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            next_object: FIRST_OBJECT,
            objects: BTreeMap::new(),
            tables: BTreeMap::new(),
            schemas: Series::new(FIRST_SCHEMA),
            types: Series::new(FIRST_TYPE),
            principals: Series::new(FIRST_PRINCIPAL),
            external_models: Series::new(FIRST_OTHER),
            credentials: Series::new(FIRST_OTHER),
        }
    }
}

impl Numbers {
    /// The object id of a table, module or the like.
    #[must_use]
    pub fn object(&self, name: &Name) -> Option<i32> {
        self.objects.get(name).map(|numbered| numbered.id)
    }

    /// Follows one change that led to `after`; `at` is when it was made.
    pub fn apply(&mut self, change: &Change, after: &Catalog, at: &str) {
        self.move_numbers(change);
        match change {
            Change::CreateSchema { .. } | Change::DropSchema { .. } => self.schemas.follow(after.schemas.keys()),
            Change::CreatePrincipal { .. } | Change::DropPrincipal { .. } | Change::AlterPrincipal { .. } => {
                self.principals.follow(after.principals.keys());
            }
            Change::CreateExternalModel { .. } | Change::DropExternalModel { .. } => {
                self.external_models.follow(after.external_models.keys());
            }
            Change::CreateCredential { .. } | Change::DropCredential { .. } => {
                self.credentials.follow(after.credentials.keys());
            }
            Change::CreateType { .. } | Change::DropType { .. } => self.types.follow(after.types.keys()),
            _ => {}
        }
        match object_of(change) {
            Some(name) => self.follow_object(name, after, at),
            None => self.forget(after),
        }
    }

    /// What takes another name keeps its number.
    fn move_numbers(&mut self, change: &Change) {
        match change {
            Change::Rename { from, to, .. } | Change::Transfer { from, to, .. } => self.rename(from, to),
            Change::RenameColumn { table, from, to } => self.of_table(table).columns.rename(from, to),
            Change::RenameIndex { table, from, to } => {
                let numbers = self.of_table(table);
                numbers.indexes.rename(from, to);
                numbers.vector_indexes.rename(from, to);
            }
            Change::RenameConstraint { table, from, to } => {
                let numbers = self.of_table(table);
                numbers.indexes.rename(from, to);
                if let Some(numbered) = numbers.constraints.remove(from) {
                    numbers.constraints.insert(to.clone(), numbered);
                }
            }
            _ => {}
        }
    }

    fn rename(&mut self, from: &Name, to: &Name) {
        if let Some(numbered) = self.objects.remove(from) {
            self.objects.insert(to.clone(), numbered);
        }
        if let Some(numbers) = self.tables.remove(from) {
            self.tables.insert(to.clone(), numbers);
        }
        self.types.rename(from, to);
    }

    fn of_table(&mut self, table: &Name) -> &mut TableNumbers {
        self.tables.entry(table.clone()).or_default()
    }

    /// Gives numbers to an object that came, and to what is new inside it.
    fn follow_object(&mut self, name: &Name, catalog: &Catalog, at: &str) {
        let table = table_of(catalog, name);
        if table.is_none() && catalog.object_kind(name).is_none() {
            return self.forget(catalog);
        }
        let next = &mut self.next_object;
        let numbered = self.objects.entry(name.clone()).or_insert_with(|| new_number(next, at));
        numbered.modified = at.into();
        if let Some(table) = table {
            self.tables.entry(name.clone()).or_default().follow(table, &mut self.next_object, at);
        }
    }

    /// Forgets what is gone: with a table go its triggers, and their numbers.
    fn forget(&mut self, catalog: &Catalog) {
        self.objects.retain(|name, _| catalog.object_kind(name).is_some() || table_of(catalog, name).is_some());
        self.tables.retain(|name, _| table_of(catalog, name).is_some());
    }
}

impl TableNumbers {
    fn follow(&mut self, table: &Table, next_object: &mut i32, at: &str) {
        self.columns.follow(table.columns.iter().map(|column| &column.name));
        let keys = table.constraints.iter().filter(|constraint| is_key(constraint));
        let keys = keys.filter_map(|constraint| constraint.name.as_ref());
        let (vector, other): (Vec<_>, Vec<_>) =
            table.indexes.iter().partition(|index| matches!(index.kind, IndexKind::Vector { .. }));
        self.indexes.follow(keys.chain(other.iter().map(|index| &index.name)));
        self.vector_indexes.follow(vector.iter().map(|index| &index.name));
        let defaults = table.columns.iter().filter_map(|column| column.default.as_ref()?.name.as_ref());
        let names = table.constraints.iter().filter_map(|constraint| constraint.name.as_ref()).chain(defaults);
        follow_objects(&mut self.constraints, next_object, names, at);
    }
}

/// Gives object ids to names that have none and forgets those that are gone.
fn follow_objects<'a, K: Ord + Clone + 'a>(
    numbered: &mut BTreeMap<K, Numbered>,
    next: &mut i32,
    names: impl Iterator<Item = &'a K>,
    at: &str,
) {
    let mut old = std::mem::take(numbered);
    for name in names {
        let known = old.remove(name).unwrap_or_else(|| new_number(next, at));
        numbered.insert(name.clone(), known);
    }
}

fn new_number(next: &mut i32, at: &str) -> Numbered {
    *next += 16;
    Numbered { id: *next, created: at.into(), modified: at.into() }
}

/// Whether a constraint is one that an index stands behind.
#[must_use]
pub fn is_key(constraint: &Constraint) -> bool {
    matches!(constraint.kind, ConstraintKind::Key { .. })
}

/// The table of this name, or the one behind a table type.
fn table_of<'a>(catalog: &'a Catalog, name: &Name) -> Option<&'a Table> {
    let of_type = || match &*catalog.types.get(name)?.definition {
        UserType::Table(table) => Some(&**table),
        _ => None,
    };
    catalog.table(name).or_else(of_type)
}

/// The object that a change makes or alters; `None` for one that only takes things away, or that has
/// nothing with an object id.
fn object_of(change: &Change) -> Option<&Name> {
    match change {
        Change::CreateTable { name, .. }
        | Change::CreatePolicy { name, .. }
        | Change::AlterPolicy { name, .. }
        | Change::CreateModule { name, .. }
        | Change::AlterModule { name, .. }
        | Change::CreateType { name, .. }
        | Change::CreateSequence { name, .. }
        | Change::AlterSequence { name, .. }
        | Change::CreateSynonym { name, .. } => Some(name),
        Change::AddColumn { table, .. }
        | Change::DropColumn { table, .. }
        | Change::AlterColumn { table, .. }
        | Change::RenameColumn { table, .. }
        | Change::AddDefault { table, .. }
        | Change::DropDefault { table, .. }
        | Change::AddConstraint { table, .. }
        | Change::DropConstraint { table, .. }
        | Change::RenameConstraint { table, .. }
        | Change::SwitchConstraint { table, .. }
        | Change::CreateIndex { table, .. }
        | Change::DropIndex { table, .. }
        | Change::RenameIndex { table, .. } => Some(table),
        Change::Rename { to, .. } | Change::Transfer { to, .. } => Some(to),
        _ => None,
    }
}
