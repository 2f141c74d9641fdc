//! What a change is about, so that changes from two sides can be compared.

use std::fmt;

use crate::change::Change;
use crate::name::{Ident, Name};
use crate::schema::{Levels, Permission, Securable};

/// The thing that a change changes. What belongs to a table (columns, indexes, constraints, statistics, permissions)
/// is the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// An object in a schema.
    Object(Name),
    /// What lives outside of schemas: its kind and its name.
    Other(&'static str, Ident),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Object(name) => write!(f, "{name}"),
            Subject::Other(kind, name) => write!(f, "{kind} {name}"),
        }
    }
}

impl Subject {
    /// What a change is about.
    #[must_use]
    pub fn of(change: &Change) -> Self {
        if let Some(name) = change.object() {
            return Subject::Object(name.clone());
        }
        match change {
            Change::CreateSchema { name, .. } | Change::DropSchema { name } | Change::SetSchemaOwner { name, .. } => {
                Subject::Other("schema", name.clone())
            }
            Change::CreatePrincipal { name, .. }
            | Change::AlterPrincipal { name, .. }
            | Change::DropPrincipal { name }
            | Change::RoleMember { member: name, .. } => Subject::Other("principal", name.clone()),
            Change::Grant(permission) | Change::Revoke(permission) => Self::of_permission(permission),
            Change::CreateExternalModel { name, .. }
            | Change::AlterExternalModel { name, .. }
            | Change::DropExternalModel { name } => Subject::Other("external model", name.clone()),
            Change::CreateCredential { name, .. }
            | Change::AlterCredential { name, .. }
            | Change::DropCredential { name } => Subject::Other("credential", name.clone()),
            Change::SetProperty { on, .. } => Self::of_levels(on),
            Change::SetConfiguration { name, .. } => Subject::Other("configuration", Ident::new(name)),
            _ => Subject::Other("database", Ident::default()),
        }
    }

    /// A permission belongs to what it is on; one on the database to who has it.
    fn of_permission(permission: &Permission) -> Self {
        match &permission.securable {
            None => Subject::Other("principal", permission.principal.clone()),
            Some(securable) => Self::of_securable(securable),
        }
    }

    /// What an extended property is on.
    pub(super) fn of_levels(on: &Levels) -> Self {
        match (on.object_name(), on.0.first()) {
            (Some(name), _) => Subject::Object(name),
            (None, Some((class, name))) if &**class == "SCHEMA" => Subject::Other("schema", name.clone()),
            (None, Some((_, name))) => Subject::Other("principal", name.clone()),
            (None, None) => Subject::Other("database", Ident::default()),
        }
    }

    fn of_securable(securable: &Securable) -> Self {
        let last = securable.name.last().cloned().unwrap_or_default();
        match (&*securable.class, securable.name.as_slice()) {
            (_, [schema, object]) => Subject::Object(Name { schema: schema.clone(), object: object.clone() }),
            ("SCHEMA", _) => Subject::Other("schema", last),
            ("EXTERNAL MODEL", _) => Subject::Other("external model", last),
            ("DATABASE SCOPED CREDENTIAL", _) => Subject::Other("credential", last),
            _ => Subject::Other("principal", last),
        }
    }

    /// The name that patterns are compared with.
    #[must_use]
    pub fn name(&self) -> Name {
        match self {
            Subject::Object(name) => name.clone(),
            Subject::Other(_, name) => Name::bare(name.clone()),
        }
    }
}
