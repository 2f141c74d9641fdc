//! Data types: system types with their synonyms, vectors, xml, alias types.

use super::cursor::Cursor;
use super::name::object_name;
use crate::name::Name;
use crate::schema::{DataType, SqlText, VectorBase};
use crate::syntax::ast::ObjectName;

/// Types that the engine brings; Learn, "Data types (Transact-SQL)".
const SYSTEM: [&str; 38] = [
    "bigint",
    "binary",
    "bit",
    "char",
    "cursor",
    "date",
    "datetime",
    "datetime2",
    "datetimeoffset",
    "decimal",
    "float",
    "geography",
    "geometry",
    "hierarchyid",
    "image",
    "int",
    "json",
    "money",
    "nchar",
    "ntext",
    "numeric",
    "nvarchar",
    "real",
    "smalldatetime",
    "smallint",
    "smallmoney",
    "sql_variant",
    "sysname",
    "table",
    "text",
    "time",
    "timestamp",
    "tinyint",
    "uniqueidentifier",
    "varbinary",
    "varchar",
    "vector",
    "xml",
];

/// Other spellings of one word; Learn, "Data type synonyms". `sys.types` knows `timestamp` only.
const SYNONYMS: [(&str, &str); 5] =
    [("character", "char"), ("dec", "decimal"), ("integer", "int"), ("rowversion", "timestamp"), ("national", "nchar")];

/// Other spellings of several words.
const PHRASES: [(&str, &str); 11] = [
    ("double precision", "float"),
    ("national character varying", "nvarchar"),
    ("national char varying", "nvarchar"),
    ("national character", "nchar"),
    ("national char", "nchar"),
    ("national text", "ntext"),
    ("character varying", "varchar"),
    ("char varying", "varchar"),
    ("nchar varying", "nvarchar"),
    ("binary varying", "varbinary"),
    ("cursor varying", "cursor"),
];

/// One type with its arguments.
pub(super) fn data_type(cursor: &mut Cursor) -> Option<DataType> {
    let start = *cursor;
    if let Some((_, name)) = PHRASES.iter().find(|(phrase, _)| cursor.eat(phrase)) {
        return Some(with_arguments(name, &start, cursor));
    }
    let name = object_name(cursor)?;
    match system_name(&name) {
        Some(system) => Some(with_arguments(system, &start, cursor)),
        None if cursor.group().is_some() => Some(DataType::Opaque(cursor.text_since(&start))),
        None => Some(DataType::User(user_name(&name))),
    }
}

/// The system type that a name of one part, or of two with `sys`, means.
fn system_name(name: &ObjectName) -> Option<&'static str> {
    let written = match &name.parts[..] {
        [object] => object,
        [schema, object] if schema.is("sys") => object,
        _ => return None,
    };
    system_type(written.folded())
}

/// The system type that a word in lower case means, synonyms resolved.
pub fn system_type(word: &str) -> Option<&'static str> {
    let synonym = SYNONYMS.iter().find(|(spelling, _)| *spelling == word).map(|(_, name)| *name);
    synonym.or_else(|| SYSTEM.into_iter().find(|system| *system == word))
}

/// The type of `sys.types` that a text names: with no schema before it, or with `sys`. Of the synonyms
/// `rowversion` alone is known there.
pub fn type_in_text(text: &str) -> Option<&'static str> {
    let name = super::name_in_text(text)?;
    let system = system_name(&name).filter(|system| !matches!(*system, "cursor" | "table"))?;
    (name.object().is(system) || name.object().is("rowversion")).then_some(system)
}

/// A type of three parts is one of this database too, so the first part says nothing.
fn user_name(name: &ObjectName) -> Name {
    name.to_name()
}

fn with_arguments(name: &str, start: &Cursor, cursor: &mut Cursor) -> DataType {
    let arguments = cursor.group();
    let opaque = |cursor: &Cursor| DataType::Opaque(cursor.text_since(start));
    match (name, arguments) {
        ("vector", Some(arguments)) => vector(arguments).unwrap_or_else(|| opaque(cursor)),
        ("xml", arguments) => DataType::Xml(arguments.map(|mut collection| collection.rest())),
        (_, None) => DataType::System { name: name.into(), args: Vec::new() },
        // An empty list is no T-SQL (Msg 102).
        (_, Some(arguments)) if arguments.done() => opaque(cursor),
        (_, Some(arguments)) => DataType::System { name: name.into(), args: argument_list(arguments) },
    }
}

fn argument_list(mut cursor: Cursor) -> Vec<Box<str>> {
    let mut list = Vec::new();
    while !cursor.done() {
        let SqlText(text) = cursor.item().rest();
        list.push(text.to_lowercase().into());
    }
    list
}

/// `1536`, `1536, float16`. `None` when the dimensions are no literal number (Msg 102).
fn vector(mut arguments: Cursor) -> Option<DataType> {
    let dimensions = arguments.number()?.parse().ok()?;
    let base = if arguments.eat_symbol(",") { vector_base(&mut arguments)? } else { VectorBase::Float32 };
    arguments.done().then_some(DataType::Vector { dimensions, base })
}

fn vector_base(arguments: &mut Cursor) -> Option<VectorBase> {
    match arguments.eat_one(&["float32", "float16"])? {
        "float16" => Some(VectorBase::Float16),
        _ => Some(VectorBase::Float32),
    }
}
