//! Why a change cannot be carried out on a catalog.

use std::fmt;

use crate::name::{Ident, Name};
use crate::syntax::ast::ObjectClass;

/// A change that does not fit the catalog. The sandbox turns it into the engine's error; replay
/// reports it and goes on as well as it can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// An object of that name is there already (Msg 2714; types 219, schemas 2714, principals 15023).
    #[error("there is already a {} named {name}", existing.words())]
    Exists {
        /// What is there.
        existing: ObjectClass,
        /// Its name; a schema's or principal's is the object part alone.
        name: Name,
    },
    /// The object that is to be changed or dropped is not there (Msg 3701 for DROP, 4902 for ALTER
    /// TABLE, 1088 for an index's table, 208 otherwise).
    #[error("there is no {} named {name}", class.words())]
    Missing {
        /// What was looked for.
        class: ObjectClass,
        /// Its name; a schema's or principal's is the object part alone.
        name: Name,
    },
    /// An object of that name is there, but of another class (Msg 3705 for DROP, 4909 for ALTER).
    #[error("{name} is a {}, not a {}", found.words(), wanted.words())]
    WrongClass {
        /// What was looked for.
        wanted: ObjectClass,
        /// What is there.
        found: ObjectClass,
        /// Its name.
        name: Name,
    },
    /// The schema that an object is to live in is not there (Msg 2760).
    #[error("there is no schema named {0}")]
    MissingSchema(
        /// The schema.
        Ident,
    ),
    /// A schema that still holds something is dropped (Msg 3729).
    #[error("schema {schema} still holds {holds}")]
    SchemaNotEmpty {
        /// The schema.
        schema: Ident,
        /// One of the objects in it.
        holds: Name,
    },
    /// A table has a column, index, … of that name already (Msg 2705 for a column, 1913 for an
    /// index, 1927 for statistics, 1781 for a second default).
    #[error("{of} already has a {kind} named {name}")]
    PartExists {
        /// What kind of part.
        kind: PartKind,
        /// Its name.
        name: Ident,
        /// Of which table, view, policy or role.
        of: Name,
    },
    /// A table has no column, index, … of that name (Msg 4924 for a column, 3701 for an index or
    /// statistics, 3728 for a constraint).
    #[error("{of} has no {kind} named {name}")]
    PartMissing {
        /// What kind of part.
        kind: PartKind,
        /// Its name.
        name: Ident,
        /// Of which table, view, policy or role.
        of: Name,
    },
}

/// A kind of part, for words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// A column.
    Column,
    /// A column's default.
    Default,
    /// A key, foreign-key or check constraint.
    Constraint,
    /// An index.
    Index,
    /// Statistics.
    Statistics,
    /// A role's member.
    Member,
}

impl fmt::Display for PartKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PartKind::Column => "column",
            PartKind::Default => "default",
            PartKind::Constraint => "constraint",
            PartKind::Index => "index",
            PartKind::Statistics => "statistics",
            PartKind::Member => "member",
        })
    }
}

impl ObjectClass {
    /// Its words in a sentence, lower case: `table`, `security policy`, `partition scheme`.
    #[must_use]
    pub fn words(&self) -> String {
        let words = match self {
            ObjectClass::Schema => "schema",
            ObjectClass::Table => "table",
            ObjectClass::View => "view",
            ObjectClass::Procedure => "procedure",
            ObjectClass::Function => "function",
            ObjectClass::Trigger => "trigger",
            ObjectClass::Type => "type",
            ObjectClass::Sequence => "sequence",
            ObjectClass::Synonym => "synonym",
            ObjectClass::Policy => "security policy",
            ObjectClass::User => "user",
            ObjectClass::Role => "role",
            ObjectClass::ExternalModel => "external model",
            ObjectClass::Credential => "database scoped credential",
            ObjectClass::Statistics => "statistics",
            ObjectClass::Other(words) => return words.to_lowercase(),
        };
        words.to_owned()
    }
}
