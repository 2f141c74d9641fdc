//! The catalog: every object of a database by name. Replay builds it from files, introspection from
//! a live database; diff compares two.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::name::{Ident, Name};
use crate::schema::{
    Column, Credential, ExternalModel, Module, Permission, Policy, Sequence, SqlText, Table, UserType,
};
use crate::syntax::ast::ObjectClass;

/// Whether an object is there for certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Presence {
    /// It is there.
    #[default]
    Certain,
    /// It may be there: what made or dropped it stood under a condition that cannot be judged here.
    Possible,
}

/// An object with what is known about it beside its definition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry<T> {
    /// The definition; shared, so that a catalog is cheap to clone.
    pub definition: Arc<T>,
    /// Whether it is there for certain.
    pub presence: Presence,
    /// Whether a statement that is not understood may have changed it.
    pub uncertain: bool,
}

impl<T> Entry<T> {
    /// An object that is there for certain.
    pub fn certain(definition: T) -> Self {
        Self { definition: Arc::new(definition), presence: Presence::Certain, uncertain: false }
    }
}

/// A user or role.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Principal {
    /// `USER`, `ROLE`, `APPLICATION ROLE`.
    pub class: Box<str>,
    /// Options as written, without secrets.
    pub options: Vec<SqlText>,
    /// The roles that it is a member of.
    pub member_of: BTreeSet<Ident>,
}

/// Everything in one database.
///
/// Tables, views, procedures, functions, sequences, synonyms, policies and triggers share one name
/// space a schema, as in the engine (Msg 2714); users and roles share another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Catalog {
    /// Schemas other than `dbo` and the system's, with their owners.
    pub schemas: BTreeMap<Ident, Entry<Option<Ident>>>,
    /// Tables.
    pub tables: BTreeMap<Name, Entry<Table>>,
    /// Views, procedures, functions, triggers.
    pub modules: BTreeMap<Name, Entry<Module>>,
    /// Indexes on views, by view.
    pub view_indexes: BTreeMap<Name, Vec<crate::schema::Index>>,
    /// Alias types and table types.
    pub types: BTreeMap<Name, Entry<UserType>>,
    /// Sequences.
    pub sequences: BTreeMap<Name, Entry<Sequence>>,
    /// Synonyms and what they stand for; a base in another database keeps all its parts in one text.
    pub synonyms: BTreeMap<Name, Entry<Name>>,
    /// Security policies.
    pub policies: BTreeMap<Name, Entry<Policy>>,
    /// Users and roles.
    pub principals: BTreeMap<Ident, Entry<Principal>>,
    /// Permissions granted or denied.
    pub permissions: BTreeSet<Permission>,
    /// External models.
    pub external_models: BTreeMap<Ident, Entry<ExternalModel>>,
    /// Database scoped credentials.
    pub credentials: BTreeMap<Ident, Entry<Credential>>,
    /// Database scoped configurations that were set, upper-case name to value as written.
    pub configurations: BTreeMap<Box<str>, Box<str>>,
    /// Statistics that a person made: table, then name, to its columns.
    pub statistics: BTreeMap<Name, BTreeMap<Ident, Vec<Ident>>>,
    /// Objects that are known by class and name only.
    pub others: BTreeSet<(ObjectClass, Name)>,
    /// Triggers that are disabled.
    pub disabled_triggers: BTreeSet<Name>,
}

impl Catalog {
    /// The table of this name, be it there for certain or not.
    #[must_use]
    pub fn table(&self, name: &Name) -> Option<&Table> {
        self.tables.get(name).map(|entry| &*entry.definition)
    }

    /// A column of a table.
    #[must_use]
    pub fn column(&self, table: &Name, column: &Ident) -> Option<&Column> {
        self.table(table)?.column(column)
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

    /// The policies that have a predicate on this table, with whether each is there for certain.
    pub fn policies_on<'a>(&'a self, table: &'a Name) -> impl Iterator<Item = (&'a Name, &'a Entry<Policy>)> {
        self.policies
            .iter()
            .filter(move |(_, policy)| policy.definition.predicates.iter().any(|predicate| &predicate.target == table))
    }
}
