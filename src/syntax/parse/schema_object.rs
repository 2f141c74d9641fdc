//! Schemas, types, sequences, synonyms, statistics, TRUNCATE and the switching of triggers.

use super::cursor::Cursor;
use super::name::{ident_group, idents, object_name, object_names};
use super::permission::class;
use super::types::data_type;
use super::{options, table};
use crate::schema::{IndexOption, Sequence, UserType};
use crate::syntax::ast::Kind;

/// Behind CREATE SCHEMA: `name`, `AUTHORIZATION owner` or both. The recognizer adds the elements.
pub(super) fn create_schema(cursor: &mut Cursor) -> Option<Kind> {
    let name = if cursor.is("AUTHORIZATION") { None } else { Some(cursor.ident()?) };
    let owner = if cursor.eat("AUTHORIZATION") { Some(cursor.ident()?) } else { None };
    // A schema without a name takes its owner's.
    let name = name.or_else(|| owner.clone())?;
    Some(Kind::CreateSchema { name, owner, elements: Vec::new() })
}

/// Behind ALTER SCHEMA: `target TRANSFER [class ::] name`.
pub(super) fn transfer(cursor: &mut Cursor) -> Option<Kind> {
    let to = cursor.ident()?;
    cursor.expect("TRANSFER")?;
    let class = class(cursor).unwrap_or_else(|| "OBJECT".into());
    Some(Kind::Transfer { to, class, name: object_name(cursor)? })
}

/// Behind CREATE TYPE.
pub(super) fn create_type(cursor: &mut Cursor) -> Option<Kind> {
    let name = object_name(cursor)?;
    let definition = if cursor.eat("FROM") {
        let base = data_type(cursor)?;
        UserType::Alias { base, nullable: cursor.eat_one(&["NOT NULL", "NULL"]).map(|word| word == "NULL") }
    } else if cursor.eat("AS TABLE") {
        let mut shape = table::columns(cursor.group()?);
        if cursor.eat("WITH") {
            shape.options = options::group(cursor)?;
        }
        UserType::Table(Box::new(shape))
    } else {
        cursor.expect("EXTERNAL NAME")?;
        UserType::Clr(cursor.rest())
    };
    Some(Kind::CreateType { name, definition: Box::new(definition) })
}

/// Behind CREATE or ALTER SEQUENCE.
pub(super) fn sequence(cursor: &mut Cursor, alter: bool) -> Option<Kind> {
    let name = object_name(cursor)?;
    let mut sequence = Sequence::default();
    let mut restart = None;
    while !cursor.done() {
        let start = *cursor;
        if alter && cursor.eat("RESTART") {
            if cursor.eat("WITH") {
                cursor.number()?;
            }
            restart = Some(cursor.text_since(&start));
        } else {
            sequence_clause(cursor, &mut sequence, alter)?;
        }
    }
    Some(Kind::Sequence { alter, name, sequence: Box::new(sequence), restart })
}

fn sequence_clause(cursor: &mut Cursor, sequence: &mut Sequence, alter: bool) -> Option<()> {
    let words = ["AS", "START WITH", "INCREMENT BY", "MINVALUE", "MAXVALUE", "CYCLE", "CACHE"];
    let absent = ["NO MINVALUE", "NO MAXVALUE", "NO CYCLE", "NO CACHE"];
    match cursor.eat_one(&words).or_else(|| cursor.eat_one(&absent))? {
        "AS" => sequence.data_type = Some(data_type(cursor)?),
        "START WITH" => sequence.start = Some(cursor.number()?),
        "INCREMENT BY" => sequence.increment = Some(cursor.number()?),
        "MINVALUE" => sequence.min = Some(Some(cursor.number()?)),
        "MAXVALUE" => sequence.max = Some(Some(cursor.number()?)),
        "CYCLE" => sequence.cycle = Some(true),
        // CACHE without a number leaves the size to the engine, as no clause does in a CREATE.
        "CACHE" if alter => sequence.cache = Some(Some(cursor.number().unwrap_or_default())),
        "CACHE" => sequence.cache = cursor.number().map(Some),
        "NO MINVALUE" => sequence.min = Some(None),
        "NO MAXVALUE" => sequence.max = Some(None),
        "NO CYCLE" => sequence.cycle = Some(false),
        _ => sequence.cache = Some(None),
    }
    Some(())
}

/// Behind CREATE SYNONYM.
pub(super) fn synonym(cursor: &mut Cursor) -> Option<Kind> {
    let name = object_name(cursor)?;
    cursor.expect("FOR")?;
    Some(Kind::CreateSynonym { name, base: object_name(cursor)? })
}

/// Behind CREATE STATISTICS.
pub(super) fn create_statistics(cursor: &mut Cursor) -> Option<Kind> {
    let name = cursor.ident()?;
    cursor.expect("ON")?;
    let table = object_name(cursor)?;
    let columns = ident_group(cursor)?;
    let filter = cursor.eat("WHERE").then(|| cursor.until(|here| here.is("WITH")).rest());
    Some(Kind::CreateStatistics { name, table, columns, filter, options: statistics_options(cursor) })
}

/// Behind UPDATE STATISTICS.
pub(super) fn update_statistics(cursor: &mut Cursor) -> Option<Kind> {
    let table = object_name(cursor)?;
    let names = if cursor.is_symbol("(") {
        ident_group(cursor)?
    } else if cursor.done() || cursor.is("WITH") {
        Vec::new()
    } else {
        idents(cursor)?
    };
    Some(Kind::UpdateStatistics { table, names, options: statistics_options(cursor) })
}

/// `[WITH FULLSCAN, NORECOMPUTE, SAMPLE 10 PERCENT]`, without parentheses.
fn statistics_options(cursor: &mut Cursor) -> Vec<IndexOption> {
    if cursor.eat("WITH") { options::list(cursor.until(|_| false)) } else { Vec::new() }
}

/// Behind TRUNCATE TABLE.
pub(super) fn truncate(cursor: &mut Cursor) -> Option<Kind> {
    let table = object_name(cursor)?;
    let mut partitions = None;
    if cursor.eat("WITH") {
        let mut inside = cursor.group()?;
        inside.expect("PARTITIONS")?;
        partitions = Some(inside.group()?.rest());
    }
    Some(Kind::Truncate { table, partitions })
}

/// Behind ENABLE or DISABLE TRIGGER.
pub(super) fn switch_trigger(cursor: &mut Cursor, enable: bool) -> Option<Kind> {
    let triggers = if cursor.eat("ALL") { Vec::new() } else { object_names(cursor)? };
    cursor.expect("ON")?;
    let everywhere = cursor.eat_one(&["DATABASE", "ALL SERVER"]).is_some();
    let table = if everywhere { None } else { Some(object_name(cursor)?) };
    Some(Kind::SwitchTrigger { enable, triggers, table })
}
