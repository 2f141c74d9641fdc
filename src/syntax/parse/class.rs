//! Classes of objects by their words, DROP, and objects that are known by class and name only.

use super::cursor::Cursor;
use super::name::{object_name, object_names};
use crate::name::Ident;
use crate::syntax::ast::{Kind, ObjectClass, ObjectName};

/// Classes of which there is one, without a name.
const NAMELESS: [&str; 5] =
    ["MASTER KEY", "DATABASE ENCRYPTION KEY", "SERVICE MASTER KEY", "RESOURCE GOVERNOR", "SERVER CONFIGURATION"];

/// Classes that only DROP shares with typed statements.
const TYPED: [&str; 17] = [
    "SCHEMA",
    "TABLE",
    "VIEW",
    "PROCEDURE",
    "PROC",
    "FUNCTION",
    "TRIGGER",
    "TYPE",
    "SEQUENCE",
    "SYNONYM",
    "SECURITY POLICY",
    "USER",
    "ROLE",
    "APPLICATION ROLE",
    "EXTERNAL MODEL",
    "DATABASE SCOPED CREDENTIAL",
    "STATISTICS",
];

/// Classes that are known by name only. What begins like another stands before it.
const NAMED: [&str; 50] = [
    "FULLTEXT CATALOG",
    "FULLTEXT STOPLIST",
    "SEARCH PROPERTY LIST",
    "PARTITION FUNCTION",
    "PARTITION SCHEME",
    "CERTIFICATE",
    "ASYMMETRIC KEY",
    "SYMMETRIC KEY",
    "MASTER KEY",
    "SERVICE MASTER KEY",
    "COLUMN MASTER KEY",
    "COLUMN ENCRYPTION KEY",
    "DATABASE ENCRYPTION KEY",
    "DATABASE AUDIT SPECIFICATION",
    "DATABASE",
    "ASSEMBLY",
    "AGGREGATE",
    "XML SCHEMA COLLECTION",
    "EXTERNAL DATA SOURCE",
    "EXTERNAL FILE FORMAT",
    "EXTERNAL TABLE",
    "EXTERNAL LIBRARY",
    "EXTERNAL LANGUAGE",
    "EXTERNAL RESOURCE POOL",
    "EXTERNAL STREAM",
    "EXTERNAL STREAMING JOB",
    "MESSAGE TYPE",
    "CONTRACT",
    "QUEUE",
    "SERVICE",
    "ROUTE",
    "REMOTE SERVICE BINDING",
    "BROKER PRIORITY",
    "EVENT NOTIFICATION",
    "EVENT SESSION",
    "LOGIN",
    "CREDENTIAL",
    "SERVER AUDIT SPECIFICATION",
    "SERVER AUDIT",
    "SERVER ROLE",
    "SERVER CONFIGURATION",
    "ENDPOINT",
    "CRYPTOGRAPHIC PROVIDER",
    "AVAILABILITY GROUP",
    "RESOURCE POOL",
    "RESOURCE GOVERNOR",
    "WORKLOAD GROUP",
    "WORKLOAD CLASSIFIER",
    "RULE",
    "DEFAULT",
];

/// Classes of which the definition is kept too: no secret stands in it.
const TOLD: [&str; 8] = [
    "EXTERNAL DATA SOURCE",
    "EXTERNAL FILE FORMAT",
    "FULLTEXT CATALOG",
    "FULLTEXT STOPLIST",
    "PARTITION FUNCTION",
    "PARTITION SCHEME",
    "SEARCH PROPERTY LIST",
    "XML SCHEMA COLLECTION",
];

/// Behind CREATE or ALTER: an object of which the class and the name are kept.
pub(super) fn named_object(cursor: &mut Cursor, alter: bool) -> Option<Kind> {
    let start = *cursor;
    if cursor.eat("FULLTEXT INDEX ON") {
        let name = object_name(cursor)?;
        let class = ObjectClass::Other("FULLTEXT INDEX".into());
        return Some(Kind::NamedObject { alter, class, name, definition: Some(cursor.rest()) });
    }
    let words = cursor.eat_one(&NAMED)?;
    let nameless = NAMELESS.contains(&words);
    let name = if nameless { class_as_name(words, cursor, &start) } else { object_name(cursor)? };
    let definition = Some(cursor.rest()).filter(|_| TOLD.contains(&words));
    Some(Kind::NamedObject { alter, class: ObjectClass::Other(words.into()), name, definition })
}

/// What has no name of its own goes by its class.
fn class_as_name(words: &str, cursor: &Cursor, start: &Cursor) -> ObjectName {
    ObjectName { parts: vec![Ident::new(words)], span: cursor.span_since(start) }
}

/// Behind DROP, for everything but indexes.
pub(super) fn drop(cursor: &mut Cursor) -> Option<Kind> {
    let start = *cursor;
    if cursor.eat("FULLTEXT INDEX ON") {
        let names = vec![object_name(cursor)?];
        let class = ObjectClass::Other("FULLTEXT INDEX".into());
        return Some(Kind::Drop { class, if_exists: false, names, tail: None });
    }
    let words = cursor.eat_one(&TYPED).or_else(|| cursor.eat_one(&NAMED))?;
    let named = !NAMELESS.contains(&words);
    let if_exists = cursor.eat("IF EXISTS");
    let names = if named { object_names(cursor)? } else { vec![class_as_name(words, cursor, &start)] };
    let tail = (!cursor.done()).then(|| cursor.rest());
    Some(Kind::Drop { class: class(words), if_exists, names, tail })
}

/// The class that these words, in upper case, mean.
fn class(words: &str) -> ObjectClass {
    match words {
        "SCHEMA" => ObjectClass::Schema,
        "TABLE" => ObjectClass::Table,
        "VIEW" => ObjectClass::View,
        "PROCEDURE" | "PROC" => ObjectClass::Procedure,
        "FUNCTION" => ObjectClass::Function,
        "TRIGGER" => ObjectClass::Trigger,
        "TYPE" => ObjectClass::Type,
        "SEQUENCE" => ObjectClass::Sequence,
        "SYNONYM" => ObjectClass::Synonym,
        "SECURITY POLICY" => ObjectClass::Policy,
        "USER" => ObjectClass::User,
        "ROLE" | "APPLICATION ROLE" => ObjectClass::Role,
        "EXTERNAL MODEL" => ObjectClass::ExternalModel,
        "DATABASE SCOPED CREDENTIAL" => ObjectClass::Credential,
        "STATISTICS" => ObjectClass::Statistics,
        other => ObjectClass::Other(other.into()),
    }
}
