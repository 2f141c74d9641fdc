//! The catalog: every object of a database by name. Replay builds it from files, introspection from
//! a live database; diff compares two.

mod entry;
mod query;
mod referrers;

pub use entry::{Entry, Note, Origin, Part, Place, Presence};
pub use query::Dependent;
pub use referrers::Referrers;

use std::collections::{BTreeMap, BTreeSet};

use crate::name::{Ident, Name};
use crate::schema::{
    Credential, ExternalModel, Index, Levels, Module, Permission, Policy, Securable, Sequence, SqlText, Statistics,
    Table, UserType,
};
use crate::syntax::ast::ObjectClass;

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

/// Everything in one database. [`Catalog::apply`] changes it; whoever fills it otherwise also keeps
/// `constraint_names`, and calls [`Catalog::note_referrers`] in the end.
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
    pub view_indexes: BTreeMap<Name, Vec<Index>>,
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
    /// Permissions granted or denied, by what they are on; `None` is the database.
    pub permissions: BTreeMap<Option<Securable>, BTreeSet<Permission>>,
    /// External models.
    pub external_models: BTreeMap<Ident, Entry<ExternalModel>>,
    /// Database scoped credentials.
    pub credentials: BTreeMap<Ident, Entry<Credential>>,
    /// Database scoped configurations that were set, upper-case name to value as written.
    pub configurations: BTreeMap<Box<str>, Box<str>>,
    /// Statistics that a person made, by table, then by name.
    pub statistics: BTreeMap<Name, BTreeMap<Ident, Statistics>>,
    /// Extended properties by what they are on, with their values as text; NULL is an empty one.
    pub properties: BTreeMap<Levels, BTreeMap<Ident, Box<str>>>,
    /// Other objects by class and name: what follows the name in CREATE and then in each ALTER, as written; nothing
    /// where no more is known than the name.
    pub others: BTreeMap<(ObjectClass, Name), Vec<SqlText>>,
    /// Triggers that are disabled.
    pub disabled_triggers: BTreeSet<Name>,
    /// The names of constraints, defaults too, in the schema of their table, to that table. They
    /// share the name space of objects. Kept by [`Catalog::apply`].
    pub constraint_names: BTreeMap<Name, Name>,
    /// Who refers to what. Kept by [`Catalog::apply`].
    pub referrers: Referrers,
}
