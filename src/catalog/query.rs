//! What rules and the sandbox ask a catalog.

use std::collections::{BTreeMap, BTreeSet};

use super::{Catalog, Entry, Place, Presence};
use crate::name::{DEFAULT_SCHEMA, Ident, Name};
use crate::schema::{
    Column, Constraint, ConstraintKind, DataType, Index, KeyColumn, Module, ModuleKind, Permission, Policy, Table,
    UserType,
};
use crate::syntax::ast::ObjectClass;

/// Schemas that every database has.
const SYSTEM_SCHEMAS: [&str; 4] = [DEFAULT_SCHEMA, "guest", "sys", "INFORMATION_SCHEMA"];

/// Something that refers to an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependent {
    /// What refers.
    pub class: ObjectClass,
    /// Its name; a table's where a foreign key refers.
    pub name: Name,
    /// Whether the engine keeps the object from being dropped or changed while this refers to it:
    /// a foreign key, a schema-bound module or policy.
    pub binds: bool,
}

fn uncertain<K, T>(entries: &BTreeMap<K, Entry<T>>) -> impl Iterator<Item = &K> {
    let is_doubtful = |entry: &Entry<T>| entry.uncertain || entry.presence == Presence::Possible;
    entries.iter().filter(move |(_, entry)| is_doubtful(entry)).map(|(name, _)| name)
}

impl Catalog {
    /// The table of this name, be it there for certain or not.
    #[must_use]
    pub fn table(&self, name: &Name) -> Option<&Table> {
        self.tables.get(name).map(|entry| &*entry.definition)
    }

    /// The objects that are not known for certain: something that is not understood, or that may not have run, may have
    /// made or changed them. What lives outside of schemas has a bare name.
    #[must_use]
    pub fn uncertain_objects(&self) -> BTreeSet<Name> {
        let in_schemas = uncertain(&self.tables)
            .chain(uncertain(&self.modules))
            .chain(uncertain(&self.types))
            .chain(uncertain(&self.sequences))
            .chain(uncertain(&self.synonyms))
            .chain(uncertain(&self.policies));
        let outside = uncertain(&self.schemas)
            .chain(uncertain(&self.principals))
            .chain(uncertain(&self.external_models))
            .chain(uncertain(&self.credentials));
        in_schemas.cloned().chain(outside.cloned().map(Name::bare)).collect()
    }

    /// A column of a table.
    #[must_use]
    pub fn column(&self, table: &Name, column: &Ident) -> Option<&Column> {
        self.table(table)?.column(column)
    }

    /// An index of a table or view that belongs to no constraint.
    #[must_use]
    pub fn index(&self, table: &Name, index: &Ident) -> Option<&Index> {
        let of_view = || self.view_indexes.get(table)?.iter().find(|found| &found.name == index);
        self.table(table).and_then(|table| table.index(index)).or_else(of_view)
    }

    /// What a name stands for once synonyms are followed, at most sixteen deep.
    #[must_use]
    pub fn resolve(&self, name: &Name) -> Name {
        let mut name = name.clone();
        for _ in 0..16 {
            match self.synonyms.get(&name) {
                Some(base) => name = (*base.definition).clone(),
                None => break,
            }
        }
        name
    }

    /// The name of a table or module as it was written when it was made.
    #[must_use]
    pub fn as_written(&self, name: Name) -> Name {
        let table = self.tables.get_key_value(&name).map(|(written, _)| written);
        let module = || self.modules.get_key_value(&name).map(|(written, _)| written);
        table.or_else(module).cloned().unwrap_or(name)
    }

    /// Whether a schema is there: one that was made, or one that every database has.
    #[must_use]
    pub fn has_schema(&self, schema: &Ident) -> bool {
        let system = SYSTEM_SCHEMAS.iter().any(|name| schema.is(name)) || schema.folded().starts_with("db_");
        system || self.schemas.contains_key(schema)
    }

    /// The policies that have a predicate on this table, with whether each is there for certain.
    /// [`Entry::predicates_on`] tells it for the single predicate.
    pub fn policies_on<'a>(&'a self, table: &'a Name) -> impl Iterator<Item = (&'a Name, &'a Entry<Policy>)> {
        let policies = self.referrers.of(table).filter_map(|name| self.policies.get_key_value(name));
        policies.filter(move |(_, entry)| entry.predicates_on(table).next().is_some())
    }

    /// The vector indexes of a table. [`Entry::vector_indexes`] tells how certain each is.
    pub fn vector_indexes_on<'a>(&'a self, table: &Name) -> impl Iterator<Item = &'a Index> {
        self.table(table).into_iter().flat_map(|table| &table.indexes).filter(|index| index.is_vector())
    }

    /// The class of the object of this name, in the name space that objects of a schema share.
    /// Types, schemas and principals have their own and are not found; nor are constraints.
    #[must_use]
    pub fn object_kind(&self, name: &Name) -> Option<ObjectClass> {
        if self.tables.contains_key(name) {
            return Some(ObjectClass::Table);
        }
        if let Some(module) = self.modules.get(name) {
            return Some(module.definition.kind.class());
        }
        let others = [
            (self.policies.contains_key(name), ObjectClass::Policy),
            (self.sequences.contains_key(name), ObjectClass::Sequence),
            (self.synonyms.contains_key(name), ObjectClass::Synonym),
        ];
        others.into_iter().find_map(|(found, class)| found.then_some(class))
    }

    /// Whether the object of this name is there for certain; `None` where there is none.
    #[must_use]
    pub fn object_presence(&self, name: &Name) -> Option<Presence> {
        let table = self.tables.get(name).map(|entry| entry.presence);
        let module = || self.modules.get(name).map(|entry| entry.presence);
        let policy = || self.policies.get(name).map(|entry| entry.presence);
        let sequence = || self.sequences.get(name).map(|entry| entry.presence);
        let synonym = || self.synonyms.get(name).map(|entry| entry.presence);
        table.or_else(module).or_else(policy).or_else(sequence).or_else(synonym)
    }

    /// Where the object of this name was made, when that is known.
    #[must_use]
    pub fn object_place(&self, name: &Name) -> Option<Place> {
        let table = self.tables.get(name).map(|entry| entry.origin);
        let module = || self.modules.get(name).map(|entry| entry.origin);
        let policy = || self.policies.get(name).map(|entry| entry.origin);
        let sequence = || self.sequences.get(name).map(|entry| entry.origin);
        let synonym = || self.synonyms.get(name).map(|entry| entry.origin);
        table.or_else(module).or_else(policy).or_else(sequence).or_else(synonym)?.0
    }

    /// What refers to an object: foreign keys, policies, modules, triggers and synonyms, by name.
    #[must_use]
    pub fn dependents(&self, name: &Name) -> Vec<Dependent> {
        let referrers = self.referrers.of(name).filter(|referrer| *referrer != name);
        let found = referrers.filter_map(|referrer| self.dependent(referrer, name));
        found.map(|(class, name, binds)| Dependent { class, name: name.clone(), binds }).collect()
    }

    /// An object that may refer to `name`, when it does: its class, its name as it was written, and
    /// whether it binds.
    fn dependent(&self, referrer: &Name, name: &Name) -> Option<(ObjectClass, &Name, bool)> {
        if let Some((table, _)) = self.tables.get_key_value(referrer).filter(|(_, e)| e.definition.references(name)) {
            return Some((ObjectClass::Table, table, true));
        }
        if let Some((module, entry)) = self.modules.get_key_value(referrer) {
            let definition = &entry.definition;
            return definition.refers_to(name).then(|| (definition.kind.class(), module, definition.is_schema_bound()));
        }
        if let Some((policy, entry)) = self.policies.get_key_value(referrer) {
            let binds = entry.definition.schema_bound != Some(false);
            return entry.definition.refers_to(name).then_some((ObjectClass::Policy, policy, binds));
        }
        let synonym = self.synonyms.get_key_value(referrer).filter(|(_, entry)| *entry.definition == *name);
        synonym.map(|(synonym, _)| (ObjectClass::Synonym, synonym, false))
    }

    /// The name of a table's clustered index or of the key constraint that makes it; `None` inside
    /// for a constraint without a name. A heap has none.
    #[must_use]
    pub fn clustered_index(&self, table: &Name) -> Option<Option<&Ident>> {
        self.table(table)?.clustered_index()
    }

    /// Whether a column of a table takes NULL: as written, else as its alias type has it, else not where it is an
    /// identity, of a period or in the primary key, nor as `timestamp` or `sysname` (Learn, CREATE TABLE,
    /// "Nullability rules").
    #[must_use]
    pub fn is_nullable(&self, table: &Table, column: &Column) -> bool {
        let of_type = || match &column.data_type {
            Some(DataType::System { name, .. }) => !matches!(&**name, "timestamp" | "rowversion" | "sysname"),
            Some(DataType::User(name)) => match self.types.get(name).map(|entry| &*entry.definition) {
                Some(UserType::Alias { nullable, .. }) => nullable.unwrap_or(true),
                _ => true,
            },
            _ => true,
        };
        let in_key = || table.primary_key().any(|key| key == &column.name);
        let may_be = || column.identity.is_none() && column.generated.is_none() && !in_key();
        column.nullable.unwrap_or_else(|| of_type() && may_be())
    }

    /// Every permission, in the order of what they are on.
    pub fn all_permissions(&self) -> impl Iterator<Item = &Permission> {
        self.permissions.values().flatten()
    }
}

impl Table {
    /// The constraint of this name; defaults belong to their columns and are not found.
    #[must_use]
    pub fn constraint(&self, name: &Ident) -> Option<&Constraint> {
        self.constraints.iter().find(|constraint| constraint.name.as_ref() == Some(name))
    }

    /// The columns of the primary key.
    pub fn primary_key(&self) -> impl Iterator<Item = &Ident> {
        let keys = self.constraints.iter().find_map(|constraint| match &constraint.kind {
            ConstraintKind::Key { primary: true, columns, .. } => Some(columns),
            _ => None,
        });
        keys.into_iter().flatten().map(|key| &key.name)
    }

    /// The column whose default constraint has this name.
    #[must_use]
    pub fn column_of_default(&self, name: &Ident) -> Option<&Column> {
        let is_it =
            |column: &&Column| column.default.as_ref().is_some_and(|default| default.name.as_ref() == Some(name));
        self.columns.iter().find(is_it)
    }

    /// Whether a foreign key of this table refers to a table.
    #[must_use]
    pub fn references(&self, table: &Name) -> bool {
        let refers = |constraint: &Constraint| matches!(&constraint.kind, ConstraintKind::ForeignKey { references, .. } if references == table);
        self.constraints.iter().any(refers)
    }

    /// The clustered index, or the key constraint that makes it, by its name; `None` inside for a
    /// constraint without a name. A primary key is clustered where nothing else is written and no
    /// other index is (Learn, "CREATE TABLE", CLUSTERED | NONCLUSTERED).
    #[must_use]
    pub fn clustered_index(&self) -> Option<Option<&Ident>> {
        if let Some(index) = self.indexes.iter().find(|index| index.is_clustered()) {
            return Some(Some(&index.name));
        }
        let key = |wanted: Option<bool>| {
            self.constraints.iter().find(move |constraint| match constraint.kind {
                ConstraintKind::Key { primary, clustered, hash: false, .. } => {
                    clustered == wanted && (primary || clustered.is_some())
                }
                _ => false,
            })
        };
        key(Some(true)).or_else(|| key(None)).map(|constraint| constraint.name.as_ref())
    }

    /// Whether a key is the clustered index of this table, be it one of its constraints or one that comes:
    /// a primary key is where nothing else is written and nothing else is (Learn, "CREATE TABLE").
    #[must_use]
    pub fn is_clustered(&self, key: &Constraint) -> bool {
        let ConstraintKind::Key { primary, clustered, .. } = key.kind else { return false };
        let other = |other: &Constraint| {
            matches!(other.kind, ConstraintKind::Key { clustered: Some(true), .. }) && other != key
        };
        let has_other = || self.constraints.iter().any(other) || self.indexes.iter().any(Index::is_clustered);
        clustered.unwrap_or_else(|| primary && !has_other())
    }

    /// An index that wants SET options of every change of rows: on vectors, with a filter, or on a
    /// computed column (Learn, SET QUOTED_IDENTIFIER; Msg 1934).
    #[must_use]
    pub fn index_with_set_options(&self) -> Option<&Index> {
        self.indexes
            .iter()
            .find(|index| index.is_vector() || index.filter.is_some() || self.is_on_computed(&index.keys))
    }

    /// Whether one of these columns is computed.
    #[must_use]
    pub fn is_on_computed(&self, keys: &[KeyColumn]) -> bool {
        keys.iter().any(|key| self.column(&key.name).is_some_and(|column| column.computed.is_some()))
    }

    /// The name of every named constraint, defaults too.
    pub fn constraint_names(&self) -> impl Iterator<Item = &Ident> {
        let defaults = self.columns.iter().filter_map(|column| column.default.as_ref()?.name.as_ref());
        self.constraints.iter().filter_map(|constraint| constraint.name.as_ref()).chain(defaults)
    }
}

impl ModuleKind {
    /// Its class as an object.
    #[must_use]
    pub fn class(self) -> ObjectClass {
        match self {
            ModuleKind::Procedure => ObjectClass::Procedure,
            ModuleKind::Function => ObjectClass::Function,
            ModuleKind::View => ObjectClass::View,
            ModuleKind::Trigger => ObjectClass::Trigger,
        }
    }
}

impl Module {
    /// Whether its body names an object, or it is a trigger on it.
    #[must_use]
    pub fn refers_to(&self, name: &Name) -> bool {
        self.trigger_on.as_ref() == Some(name) || self.references.contains(name)
    }
}

impl Policy {
    /// Whether a predicate calls this function or guards this table.
    #[must_use]
    pub fn refers_to(&self, name: &Name) -> bool {
        self.predicates.iter().any(|predicate| &predicate.function == name || &predicate.target == name)
    }
}
