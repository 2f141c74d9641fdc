//! ALTER TABLE: one or several actions of one statement.

use super::constraint::{self, constraint_name};
use super::cursor::Cursor;
use super::name::{idents, object_name};
use super::{column, index, options, table};
use crate::name::Ident;
use crate::schema::{Constraint, ConstraintKind, SqlText};
use crate::syntax::ast::{AlterTable, Kind};
use crate::text::Span;

type Actions = Vec<(AlterTable, Span)>;

/// Behind ALTER TABLE. What cannot be read becomes an opaque action.
pub(super) fn alter(cursor: &mut Cursor) -> Option<Kind> {
    let name = object_name(cursor)?;
    let start = *cursor;
    let mut actions = Actions::new();
    let read = all(cursor, &mut actions);
    if read.is_none() {
        *cursor = start;
        actions.clear();
    }
    if !cursor.done() {
        let left = *cursor;
        let text = cursor.rest();
        actions.push((AlterTable::Opaque(text), cursor.span_since(&left)));
    }
    (!actions.is_empty()).then_some(Kind::AlterTable { name, actions })
}

fn all(cursor: &mut Cursor, actions: &mut Actions) -> Option<()> {
    let with_check = cursor.eat_one(&["WITH CHECK", "WITH NOCHECK"]);
    if cursor.eat("ADD") {
        return add(cursor, with_check == Some("WITH NOCHECK"), actions);
    }
    if cursor.eat("DROP") {
        drop_items(cursor, actions);
        return Some(());
    }
    let start = *cursor;
    let action = single_action(cursor, with_check == Some("WITH CHECK"))?;
    actions.push((action, cursor.span_since(&start)));
    Some(())
}

/// The items behind ADD; each may be a column, a constraint, an index or a period.
fn add(cursor: &mut Cursor, untrusted: bool, actions: &mut Actions) -> Option<()> {
    while !cursor.done() {
        let mut item = cursor.item();
        let start = item;
        let mut read = Vec::new();
        if add_item(&mut item, &mut read).is_none() {
            item = start;
            read.clear();
        }
        let span = item.span_since(&start);
        read.iter_mut().for_each(|action| distrust(action, untrusted));
        actions.extend(read.into_iter().map(|action| (action, span)));
        if !item.done() {
            let left = item;
            let text = item.rest();
            actions.push((AlterTable::Opaque(text), item.span_since(&left)));
        }
    }
    Some(())
}

/// `WITH NOCHECK`: rows that are there are not known to satisfy a check or foreign key.
fn distrust(action: &mut AlterTable, untrusted: bool) {
    if let AlterTable::AddConstraint(constraint) = action {
        let checks = matches!(constraint.kind, ConstraintKind::Check { .. } | ConstraintKind::ForeignKey { .. });
        constraint.not_trusted = untrusted && checks;
    }
}

fn add_item(item: &mut Cursor, actions: &mut Vec<AlterTable>) -> Option<()> {
    if item.is("PERIOD FOR SYSTEM_TIME") {
        actions.push(AlterTable::AddPeriod(table::period(item)?));
    } else if item.is("INDEX") {
        actions.push(AlterTable::AddIndex(Box::new(index::inline(item, None)?)));
    } else if item.is("CONSTRAINT") || item.is("DEFAULT") || constraint::STARTS.iter().any(|start| item.is(start)) {
        actions.push(add_constraint(item)?);
    } else if !item.is("COLUMN") {
        add_column(item, actions)?;
    }
    (!actions.is_empty()).then_some(())
}

fn add_constraint(item: &mut Cursor) -> Option<AlterTable> {
    let name = constraint_name(item);
    if !item.is("DEFAULT") {
        let constraint: Constraint = constraint::constraint(item, name, None)?;
        return Some(AlterTable::AddConstraint(Box::new(constraint)));
    }
    let (value, _) = column::default(item)?;
    item.expect("FOR")?;
    let column = item.ident()?;
    Some(AlterTable::AddDefault { name, column, value, with_values: item.eat("WITH VALUES") })
}

fn add_column(item: &mut Cursor, actions: &mut Vec<AlterTable>) -> Option<()> {
    let read = column::column(item)?;
    actions.push(AlterTable::AddColumn { column: Box::new(read.column), with_values: read.with_values });
    let constraints = read.constraints.into_iter().map(|constraint| AlterTable::AddConstraint(Box::new(constraint)));
    actions.extend(constraints);
    actions.extend(read.indexes.into_iter().map(|index| AlterTable::AddIndex(Box::new(index))));
    Some(())
}

/// The items behind DROP. A word that tells what is dropped holds until the next such word; without
/// one it is a constraint.
fn drop_items(cursor: &mut Cursor, actions: &mut Actions) {
    let mut what = "CONSTRAINT";
    let mut if_exists = false;
    while !cursor.done() {
        let mut item = cursor.item();
        let start = item;
        if let Some(word) = item.eat_one(&["COLUMN", "CONSTRAINT", "INDEX", "PERIOD FOR SYSTEM_TIME"]) {
            what = word;
            if_exists = false;
        }
        if_exists |= item.eat("IF EXISTS");
        let read = drop_item(&mut item, what, if_exists).filter(|_| item.done());
        let mut whole = start;
        let text = whole.rest();
        actions.push((read.unwrap_or(AlterTable::Opaque(text)), whole.span_since(&start)));
    }
}

fn drop_item(item: &mut Cursor, what: &str, if_exists: bool) -> Option<AlterTable> {
    Some(match what {
        "PERIOD FOR SYSTEM_TIME" => AlterTable::DropPeriod,
        "COLUMN" => AlterTable::DropColumn { column: item.ident()?, if_exists },
        "INDEX" => AlterTable::DropIndex { index: item.ident()?, if_exists },
        _ => {
            let name = item.ident()?;
            let options = if item.eat("WITH") { options::group(item)? } else { Vec::new() };
            AlterTable::DropConstraint { name, if_exists, options }
        }
    })
}

/// Actions of which a statement has one.
fn single_action(cursor: &mut Cursor, with_check: bool) -> Option<AlterTable> {
    let word = cursor.word();
    cursor.skip();
    match &*word {
        "ALTER" if cursor.eat("INDEX") => rebuild_index(cursor),
        "ALTER" => alter_column(cursor),
        "CHECK" | "NOCHECK" => {
            cursor.expect("CONSTRAINT")?;
            Some(AlterTable::SwitchConstraint { enable: word == "CHECK", with_check, names: names_or_all(cursor)? })
        }
        "ENABLE" | "DISABLE" => enable(cursor, word == "ENABLE"),
        "SET" => set(cursor),
        "REBUILD" => {
            let mut options = index::partition(cursor)?;
            if cursor.eat("WITH") {
                options.extend(options::group(cursor)?);
            }
            Some(AlterTable::Rebuild(options))
        }
        "SWITCH" => switch(cursor),
        _ => None,
    }
}

/// Behind ALTER: a column gets another type, or gains or loses a property.
fn alter_column(cursor: &mut Cursor) -> Option<AlterTable> {
    cursor.expect("COLUMN")?;
    let name = cursor.ident()?;
    if let Some(word) = cursor.eat_one(&["ADD", "DROP"]) {
        let property = non_empty(cursor.rest())?;
        return Some(AlterTable::SwitchColumn { column: name, add: word == "ADD", property });
    }
    let (item, options) = column::altered_column(name, cursor)?;
    let lifted = !item.constraints.is_empty() || !item.indexes.is_empty();
    (!lifted).then(|| AlterTable::AlterColumn(Box::new(item.column), options))
}

/// Behind ALTER INDEX, in a memory-optimized table.
fn rebuild_index(cursor: &mut Cursor) -> Option<AlterTable> {
    let index = cursor.ident()?;
    cursor.expect("REBUILD")?;
    let options = if cursor.eat("WITH") { options::group(cursor)? } else { Vec::new() };
    Some(AlterTable::RebuildIndex { index, options })
}

fn non_empty(text: SqlText) -> Option<SqlText> {
    (!text.as_str().is_empty()).then_some(text)
}

/// `a, b`, or `ALL`, which is the empty list.
fn names_or_all(cursor: &mut Cursor) -> Option<Vec<Ident>> {
    if cursor.eat("ALL") { Some(Vec::new()) } else { idents(cursor) }
}

/// Behind ENABLE or DISABLE.
fn enable(cursor: &mut Cursor, enable: bool) -> Option<AlterTable> {
    match cursor.eat_one(&["TRIGGER", "CHANGE_TRACKING"])? {
        "TRIGGER" => Some(AlterTable::SwitchTrigger { enable, names: names_or_all(cursor)? }),
        _ => {
            let options = if cursor.eat("WITH") { options::group(cursor)? } else { Vec::new() };
            Some(AlterTable::ChangeTracking { enable, options })
        }
    }
}

/// Behind SET.
fn set(cursor: &mut Cursor) -> Option<AlterTable> {
    let start = *cursor;
    let inside = cursor.group()?;
    if let Some(read) = table::versioning(inside) {
        return Some(AlterTable::SystemVersioning { on: read.on, history: read.history, options: read.options });
    }
    *cursor = start;
    options::group(cursor).map(AlterTable::SetOptions)
}

/// Behind SWITCH.
fn switch(cursor: &mut Cursor) -> Option<AlterTable> {
    let partition = partition_number(cursor);
    cursor.expect("TO")?;
    let target = object_name(cursor)?;
    let target_partition = partition_number(cursor);
    let options = if cursor.eat("WITH") { options::group(cursor)? } else { Vec::new() };
    Some(AlterTable::Switch { partition, target, target_partition, options })
}

/// `[PARTITION n]`; the number may be an expression.
fn partition_number(cursor: &mut Cursor) -> Option<SqlText> {
    cursor.expect("PARTITION")?;
    Some(cursor.until(|here| here.is("TO") || here.is("WITH")).rest())
}
