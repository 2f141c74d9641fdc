//! CREATE INDEX of every kind, inline indexes, ALTER INDEX and DROP INDEX.

use super::constraint::{clustered, key_columns, storage};
use super::cursor::Cursor;
use super::name::{ident_group, object_name};
use super::options;
use crate::name::Ident;
use crate::schema::{Index, IndexKind, IndexOption, KeyColumn, SqlText};
use crate::syntax::ast::{DropIndex, Kind, ObjectName};

/// Words that a clause behind the keys starts with.
const CLAUSES: [&str; 8] = ["INCLUDE", "WHERE", "ORDER", "WITH", "ON", "FILESTREAM_ON", "USING", "FOR"];

/// Indexes that are known by name and columns, by the words before INDEX.
const OTHER: [&str; 5] = ["PRIMARY XML", "SELECTIVE XML", "XML", "SPATIAL", "JSON"];

/// Behind CREATE, at the first word of the index's kind. `None` when it is no index.
pub(super) fn create(cursor: &mut Cursor) -> Option<Kind> {
    let first = cursor.word();
    let kind = kind(cursor)?;
    cursor.expect("INDEX")?;
    let name = cursor.ident()?;
    cursor.expect("ON")?;
    let table = object_name(cursor)?;
    let mut index = Index::of(name, kind);
    if index.is_vector() && &*first != "VECTOR" {
        index.opaque.push(SqlText::new(&*first));
    }
    if cursor.is_symbol("(") {
        index.keys = key_columns(cursor)?;
    }
    clauses(cursor, &mut index);
    let drop_existing = options::take(&mut index.options, "DROP_EXISTING").is_some_and(|value| is_on(&value));
    Some(Kind::CreateIndex { table, index: Box::new(index), drop_existing })
}

/// `INDEX name …` inside a table, or as a clause of `column`, which is the key then.
pub(super) fn inline(cursor: &mut Cursor, column: Option<&Ident>) -> Option<Index> {
    cursor.expect("INDEX")?;
    let name = cursor.ident()?;
    let kind = kind(cursor)?;
    let mut index = Index::of(name, kind);
    index.keys = match column {
        Some(column) if !cursor.is_symbol("(") => vec![KeyColumn { name: column.clone(), descending: false }],
        None if !cursor.is_symbol("(") => Vec::new(),
        _ => key_columns(cursor)?,
    };
    match column {
        None => clauses(cursor, &mut index),
        // What follows may be another clause of the column.
        Some(_) => while clause(cursor, &mut index).is_some() {},
    }
    Some(index)
}

/// `[UNIQUE] [CLUSTERED|NONCLUSTERED] [COLUMNSTORE|HASH|VECTOR]`, or one of [`OTHER`].
fn kind(cursor: &mut Cursor) -> Option<IndexKind> {
    if let Some(class) = cursor.eat_one(&OTHER) {
        return Some(IndexKind::Other { class: class.into(), detail: None });
    }
    let unique = cursor.eat("UNIQUE");
    let clustered = clustered(cursor).unwrap_or(false);
    if cursor.eat("VECTOR") {
        return Some(IndexKind::Vector { metric: None, index_type: None, unquoted: false });
    }
    if cursor.eat("COLUMNSTORE") {
        return Some(IndexKind::Columnstore { clustered, order: Vec::new() });
    }
    if cursor.eat("HASH") {
        return Some(IndexKind::Hash { unique });
    }
    Some(IndexKind::Rowstore { unique, clustered })
}

fn clauses(cursor: &mut Cursor, index: &mut Index) {
    while !cursor.done() {
        if clause(cursor, index).is_none() {
            let unknown = cursor.unknown_clause(&CLAUSES, index.opaque.len());
            index.opaque.push(unknown);
        }
    }
}

/// One clause behind the keys; `None`, with nothing changed, when it is not known.
fn clause(cursor: &mut Cursor, index: &mut Index) -> Option<()> {
    let start = *cursor;
    let read = match &*cursor.word() {
        "INCLUDE" => included(cursor, index),
        "WHERE" => {
            cursor.skip();
            index.filter = Some(cursor.until(ends_text).rest());
            Some(())
        }
        "ORDER" => order(cursor, index),
        "WITH" | "USING" | "FOR" => detail(cursor, index).or_else(|| with(cursor, index)),
        "ON" => storage(cursor).map(|storage| index.storage = Some(storage)),
        _ => None,
    };
    if read.is_none() {
        *cursor = start;
    }
    read
}

/// Where a filter, or what only another kind of index has, ends.
fn ends_text(cursor: &Cursor) -> bool {
    ["WITH", "ON", "FILESTREAM_ON"].contains(&&*cursor.word())
}

fn included(cursor: &mut Cursor, index: &mut Index) -> Option<()> {
    cursor.skip();
    index.included = ident_group(cursor)?;
    Some(())
}

/// `ORDER (a, b)` of a columnstore index.
fn order(cursor: &mut Cursor, index: &mut Index) -> Option<()> {
    cursor.skip();
    let IndexKind::Columnstore { order, .. } = &mut index.kind else { return None };
    *order = ident_group(cursor)?;
    Some(())
}

/// `USING …`, `FOR …`, `WITH XMLNAMESPACES …`: what only indexes of other kinds have.
fn detail(cursor: &mut Cursor, index: &mut Index) -> Option<()> {
    let IndexKind::Other { detail, .. } = &mut index.kind else { return None };
    if cursor.is("WITH") && !cursor.is("WITH XMLNAMESPACES") {
        return None;
    }
    let start = *cursor;
    cursor.eat("WITH");
    cursor.until(ends_text);
    *detail = Some(cursor.text_since(&start));
    Some(())
}

fn with(cursor: &mut Cursor, index: &mut Index) -> Option<()> {
    cursor.expect("WITH")?;
    let mut read = options::after_with(cursor)?;
    if let IndexKind::Vector { metric, index_type, unquoted } = &mut index.kind {
        let mut value = |name| {
            let value: SqlText = options::take(&mut read, name)?;
            let plain = options::unquoted(&value);
            *unquoted |= plain == value;
            Some(plain.0)
        };
        *metric = value("METRIC");
        *index_type = value("TYPE");
    }
    index.options.extend(read);
    Some(())
}

/// Whether an option's value is ON; a bare option is too.
fn is_on(value: &SqlText) -> bool {
    value.as_str().is_empty() || value.as_str().eq_ignore_ascii_case("on")
}

/// Behind ALTER INDEX.
pub(super) fn alter(cursor: &mut Cursor) -> Option<Kind> {
    let index = if cursor.eat("ALL") { None } else { Some(cursor.ident()?) };
    cursor.expect("ON")?;
    let table = object_name(cursor)?;
    let action = cursor.eat_one(&["REBUILD", "REORGANIZE", "DISABLE", "SET", "RESUME", "PAUSE", "ABORT"]);
    let Some(action) = action else {
        paths(cursor)?;
        return Some(Kind::AlterIndex { index, table, action: "FOR".into(), options: Vec::new() });
    };
    let mut options = partition(cursor)?;
    if action == "SET" || cursor.eat("WITH") {
        options.extend(options::group(cursor)?);
    }
    Some(Kind::AlterIndex { index, table, action: action.into(), options })
}

/// `[WITH XMLNAMESPACES (…)] FOR (ADD path = '…', REMOVE path)` of a selective XML index.
fn paths(cursor: &mut Cursor) -> Option<()> {
    if cursor.eat("WITH XMLNAMESPACES") {
        cursor.group()?;
    }
    cursor.expect("FOR")?;
    let inside = cursor.group()?;
    (inside.is("ADD") || inside.is("REMOVE")).then_some(())
}

/// `[PARTITION = n|ALL]` as an option.
pub(super) fn partition(cursor: &mut Cursor) -> Option<Vec<IndexOption>> {
    if !cursor.eat("PARTITION") {
        return Some(Vec::new());
    }
    cursor.eat_symbol("=").then_some(())?;
    let value = cursor.until(|here| here.is("WITH")).rest();
    Some(vec![IndexOption { name: "PARTITION".into(), value }])
}

/// Behind DROP INDEX.
pub(super) fn drop(cursor: &mut Cursor) -> Option<Kind> {
    let if_exists = cursor.eat("IF EXISTS");
    let mut items = Vec::new();
    while !cursor.done() {
        items.push(drop_item(cursor.item())?);
    }
    (!items.is_empty()).then_some(Kind::DropIndex { items, if_exists })
}

/// `index ON table [WITH (…)]` or `[schema.]table.index`.
fn drop_item(mut item: Cursor) -> Option<DropIndex> {
    let start = item;
    let name = object_name(&mut item)?;
    let index = name.object().clone();
    let old_style = !item.eat("ON");
    let table = if old_style { owner(name)? } else { object_name(&mut item)? };
    let span = item.span_since(&start);
    let options = if item.eat("WITH") { options::group(&mut item)? } else { Vec::new() };
    item.done().then_some(DropIndex { index, table, old_style, options, span })
}

/// A name without its last part; `None` when it has one part only.
fn owner(mut name: ObjectName) -> Option<ObjectName> {
    name.parts.pop();
    (!name.parts.is_empty()).then_some(name)
}
