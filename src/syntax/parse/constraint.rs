//! Keys, foreign keys and checks, of a table or of one column.

use super::cursor::Cursor;
use super::name::{ident_group, object_name};
use super::options;
use crate::name::Ident;
use crate::schema::{Constraint, ConstraintKind, KeyColumn, SqlText};

/// Words that a constraint starts with, its name aside.
pub(super) const STARTS: [&str; 6] = ["PRIMARY KEY", "UNIQUE", "FOREIGN KEY", "REFERENCES", "CHECK", "CONNECTION"];

/// `[CONSTRAINT name]`.
pub(super) fn constraint_name(cursor: &mut Cursor) -> Option<Ident> {
    if cursor.eat("CONSTRAINT") { cursor.ident() } else { None }
}

/// A constraint behind its name. `column` is the column whose clause it is; it is the key then.
pub(super) fn constraint(cursor: &mut Cursor, name: Option<Ident>, column: Option<&Ident>) -> Option<Constraint> {
    let kind = match cursor.eat_one(&STARTS)? {
        "PRIMARY KEY" => key(cursor, true, column)?,
        "UNIQUE" => key(cursor, false, column)?,
        "CHECK" => check(cursor)?,
        "CONNECTION" => connection(cursor)?,
        "REFERENCES" => foreign_key(cursor, column.into_iter().cloned().collect())?,
        _ => {
            let columns = match column {
                Some(column) if !cursor.is_symbol("(") => vec![column.clone()],
                _ => ident_group(cursor)?,
            };
            cursor.expect("REFERENCES")?;
            foreign_key(cursor, columns)?
        }
    };
    Some(Constraint { name, kind, not_trusted: false, disabled: false })
}

/// Behind PRIMARY KEY or UNIQUE.
fn key(cursor: &mut Cursor, primary: bool, column: Option<&Ident>) -> Option<ConstraintKind> {
    let clustered = clustered(cursor);
    let hash = cursor.eat("HASH");
    let columns = match column {
        Some(column) if !cursor.is_symbol("(") => vec![KeyColumn { name: column.clone(), descending: false }],
        _ => key_columns(cursor)?,
    };
    let options = if cursor.eat("WITH") { options::after_with(cursor)? } else { Vec::new() };
    let storage = storage(cursor);
    Some(ConstraintKind::Key { primary, clustered, hash, columns, options, storage })
}

/// `CLUSTERED` or `NONCLUSTERED`.
pub(super) fn clustered(cursor: &mut Cursor) -> Option<bool> {
    cursor.eat_one(&["CLUSTERED", "NONCLUSTERED"]).map(|word| word == "CLUSTERED")
}

/// `(a, b DESC)`.
pub(super) fn key_columns(cursor: &mut Cursor) -> Option<Vec<KeyColumn>> {
    let mut inside = cursor.group().filter(|inside| !inside.done())?;
    let mut columns = Vec::new();
    while !inside.done() {
        let mut item = inside.item();
        let name = item.ident()?;
        let descending = item.eat_one(&["ASC", "DESC"]) == Some("DESC");
        item.done().then_some(())?;
        columns.push(KeyColumn { name, descending });
    }
    Some(columns)
}

/// `ON filegroup` or `ON scheme(column)`, without ON.
pub(super) fn storage(cursor: &mut Cursor) -> Option<SqlText> {
    let mut attempt = *cursor;
    attempt.expect("ON")?;
    let start = attempt;
    if matches!(&*attempt.word(), "DELETE" | "UPDATE") {
        return None;
    }
    // A filegroup may be written as a string too.
    attempt.ident().map(|_| ()).or_else(|| attempt.string().map(|_| ()))?;
    attempt.group();
    *cursor = attempt;
    Some(cursor.text_since(&start))
}

/// Behind REFERENCES.
fn foreign_key(cursor: &mut Cursor, columns: Vec<Ident>) -> Option<ConstraintKind> {
    let references = object_name(cursor)?.to_name();
    let referenced = if cursor.is_symbol("(") { ident_group(cursor)? } else { Vec::new() };
    let (mut on_delete, mut on_update, mut not_for_replication) = (None, None, false);
    loop {
        if cursor.eat("ON DELETE") {
            on_delete = referential_action(cursor)?;
        } else if cursor.eat("ON UPDATE") {
            on_update = referential_action(cursor)?;
        } else if cursor.eat("NOT FOR REPLICATION") {
            not_for_replication = true;
        } else {
            break;
        }
    }
    Some(ConstraintKind::ForeignKey { columns, references, referenced, on_delete, on_update, not_for_replication })
}

/// `Some(None)` is `NO ACTION`, the default.
fn referential_action(cursor: &mut Cursor) -> Option<Option<Box<str>>> {
    let action = cursor.eat_one(&["NO ACTION", "CASCADE", "SET NULL", "SET DEFAULT"])?;
    Some((action != "NO ACTION").then(|| action.into()))
}

/// Behind CHECK.
fn check(cursor: &mut Cursor) -> Option<ConstraintKind> {
    let not_for_replication = cursor.eat("NOT FOR REPLICATION");
    let condition = cursor.group()?.rest();
    Some(ConstraintKind::Check { condition, not_for_replication })
}

/// Behind CONNECTION, of an edge table: `(a TO b, …) [ON DELETE …]`, kept as text.
fn connection(cursor: &mut Cursor) -> Option<ConstraintKind> {
    let start = *cursor;
    cursor.group()?;
    if cursor.eat("ON DELETE") {
        referential_action(cursor)?;
    }
    let text = format!("CONNECTION {}", cursor.text_since(&start).as_str());
    Some(ConstraintKind::Opaque(SqlText::new(text)))
}
