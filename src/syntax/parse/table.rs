//! CREATE TABLE, and the list of columns that table types and table variables share with it.

use super::constraint::{self, constraint_name};
use super::cursor::Cursor;
use super::name::object_name;
use super::{column, index, options};
use crate::name::Ident;
use crate::schema::{DefaultValue, IndexOption, Period, SqlText, Table};
use crate::syntax::ast::{Kind, ObjectName};

/// Words that a clause behind the column list starts with.
const CLAUSES: [&str; 5] = ["ON", "TEXTIMAGE_ON", "FILESTREAM_ON", "WITH", "AS"];

/// Behind CREATE TABLE.
pub(super) fn create(cursor: &mut Cursor) -> Option<Kind> {
    let name = object_name(cursor)?;
    let mut table = match cursor.group() {
        Some(inside) => columns(inside),
        None if cursor.is("AS FILETABLE") || cursor.is("AS EDGE") => Table::default(),
        None => return None,
    };
    while !cursor.done() {
        let mut attempt = *cursor;
        if clause(&mut attempt, &mut table).is_some() {
            *cursor = attempt;
        } else {
            let unknown = cursor.unknown_clause(&CLAUSES, table.opaque.len());
            table.opaque.push(unknown);
        }
    }
    Some(Kind::CreateTable { name, table: Box::new(table) })
}

/// The inside of the parentheses of a table. An item that cannot be read becomes opaque.
pub(super) fn columns(mut cursor: Cursor) -> Table {
    let mut table = Table::default();
    while !cursor.done() {
        let item = cursor.item();
        let mut attempt = item;
        if item.done() {
            continue;
        }
        let read = table_item(&mut attempt, &mut table).is_some();
        let mut left = if read { attempt } else { item };
        if !left.done() {
            table.opaque.push(left.rest());
        }
    }
    table
}

/// One item of the list; `None`, with nothing changed, when its core cannot be read.
fn table_item(item: &mut Cursor, table: &mut Table) -> Option<()> {
    if item.is("INDEX") {
        table.indexes.push(index::inline(item, None)?);
    } else if item.is("PERIOD FOR SYSTEM_TIME") {
        table.period = Some(period(item)?);
    } else if item.is("CONSTRAINT") || constraint::STARTS.iter().any(|start| item.is(start)) {
        table_constraint(item, table)?;
    } else {
        let read = column::column(item)?;
        table.columns.push(read.column);
        table.constraints.extend(read.constraints);
        table.indexes.extend(read.indexes);
    }
    Some(())
}

fn table_constraint(item: &mut Cursor, table: &mut Table) -> Option<()> {
    let name = constraint_name(item);
    if item.is("DEFAULT") {
        let (value, _) = column::default(item)?;
        item.expect("FOR")?;
        let of = item.ident()?;
        let column = table.columns.iter_mut().find(|column| column.name == of)?;
        column.default = Some(DefaultValue { name, value });
    } else {
        table.constraints.push(constraint::constraint(item, name, None)?);
    }
    Some(())
}

/// `PERIOD FOR SYSTEM_TIME (start, end)`.
pub(super) fn period(cursor: &mut Cursor) -> Option<Period> {
    cursor.expect("PERIOD FOR SYSTEM_TIME")?;
    let [start, end] = <[Ident; 2]>::try_from(super::name::ident_group(cursor)?).ok()?;
    Some(Period { start, end })
}

/// One clause behind the list; `None`, with nothing changed, when it is not known.
fn clause(cursor: &mut Cursor, table: &mut Table) -> Option<()> {
    match &*cursor.word() {
        "ON" => table.storage = Some(constraint::storage(cursor)?),
        "TEXTIMAGE_ON" => table.lob_storage = Some(storage_word(cursor)?),
        "FILESTREAM_ON" => table.filestream_storage = Some(storage_word(cursor)?),
        "WITH" => {
            cursor.skip();
            with(cursor.group()?, table);
        }
        "AS" => {
            cursor.skip();
            table.graph = Some(cursor.eat_one(&["NODE", "EDGE"])?.into());
        }
        _ => return None,
    }
    Some(())
}

/// The filegroup behind TEXTIMAGE_ON or FILESTREAM_ON.
fn storage_word(cursor: &mut Cursor) -> Option<SqlText> {
    cursor.skip();
    let start = *cursor;
    cursor.ident().map(|_| ()).or_else(|| cursor.string().map(|_| ()))?;
    Some(cursor.text_since(&start))
}

/// Options of a table: system versioning to its place, the rest as they are.
fn with(mut inside: Cursor, table: &mut Table) {
    while !inside.done() {
        let item = inside.item();
        match versioning(item) {
            Some(versioning) if versioning.on => {
                table.versioned = Some(versioning.history.map(|name| name.to_name()));
                table.options.extend(versioning.options);
            }
            Some(_) => {}
            None => table.options.push(options::option(item)),
        }
    }
}

/// The value of `SYSTEM_VERSIONING = …`.
pub(super) struct Versioning {
    /// ON.
    pub(super) on: bool,
    /// `HISTORY_TABLE`.
    pub(super) history: Option<ObjectName>,
    /// The other options in its parentheses.
    pub(super) options: Vec<IndexOption>,
}

/// `SYSTEM_VERSIONING = ON|OFF [(…)]`.
pub(super) fn versioning(mut item: Cursor) -> Option<Versioning> {
    item.expect("SYSTEM_VERSIONING")?;
    item.eat_symbol("=").then_some(())?;
    let on = item.eat_one(&["ON", "OFF"])? == "ON";
    let mut versioning = Versioning { on, history: None, options: Vec::new() };
    let Some(mut inside) = item.group() else { return Some(versioning) };
    while !inside.done() {
        let mut option = inside.item();
        if option.eat("HISTORY_TABLE") {
            option.eat_symbol("=");
            versioning.history = Some(object_name(&mut option)?);
        } else {
            versioning.options.push(options::option(option));
        }
    }
    Some(versioning)
}
