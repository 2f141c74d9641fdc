//! Changes of tables, columns, constraints, indexes and statistics.

use super::super::{column, index, statistics, table};
use super::{Statements, lookup};
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::normal;
use crate::schema::{Column, IndexOption, Table};
use crate::syntax::ast::ObjectClass;
use crate::syntax::spell;

/// The statements of a change of a table or its parts; `None` for any other.
pub(super) fn change(change: &Change, before: &Catalog) -> Option<Statements> {
    Some(match change {
        Change::CreateTable { name, table } => create(name, table),
        Change::DropTable { name } => Statements::one(format!("DROP TABLE {}", spell::name(name))),
        Change::Truncate { table } => Statements::one(format!("TRUNCATE TABLE {}", spell::name(table))),
        Change::Rename { class, from, to } => rename(class, from, &to.object),
        Change::Transfer { class, from, to } => transfer(class, from, to),
        Change::AddColumn { table, column } => alter(table, &format!("ADD {}", column::column(column))),
        Change::DropColumn { table, column } => alter(table, &format!("DROP COLUMN {}", spell::ident(column))),
        Change::AlterColumn { table, from, to } => alter_column(before, table, from, to),
        Change::RenameColumn { table, from, to } => rename_part(table, from, to, "COLUMN"),
        Change::AddDefault { table, column, default, with_values } => {
            let name =
                default.name.as_ref().map_or_else(String::new, |name| format!("CONSTRAINT {} ", spell::ident(name)));
            let values = if *with_values { " WITH VALUES" } else { "" };
            alter(table, &format!("ADD {name}DEFAULT {} FOR {}{values}", default.value.as_str(), spell::ident(column)))
        }
        Change::DropDefault { table, name: Some(name), .. } => drop_constraint(table, name),
        Change::DropDefault { table, column, name: None } => lookup::default(table, column),
        Change::AddConstraint { table, constraint } => Statements::list(table::add_constraint(table, constraint)),
        Change::DropConstraint { table, constraint } => match &constraint.name {
            Some(name) => drop_constraint(table, name),
            None => lookup::constraint(before, table, constraint),
        },
        Change::SwitchConstraint { table, name, enable, trusted } => switch(table, name, *enable, *trusted),
        Change::RenameConstraint { table, from, to } => {
            rename(&ObjectClass::Table, &Name { schema: table.schema.clone(), object: from.clone() }, to)
        }
        _ => return whole(change),
    })
}

/// Changes of a table as a whole, and of indexes.
fn whole(change: &Change) -> Option<Statements> {
    Some(match change {
        Change::SetPeriod { table, period: Some(period) } => {
            let (start, end) = (spell::ident(&period.start), spell::ident(&period.end));
            alter(table, &format!("ADD PERIOD FOR SYSTEM_TIME ({start}, {end})"))
        }
        Change::SetPeriod { table, period: None } => alter(table, "DROP PERIOD FOR SYSTEM_TIME"),
        Change::SetVersioning { table, versioned } => {
            let history = versioned.as_ref().map(|history| match history {
                Some(history) => format!("ON (HISTORY_TABLE = {})", spell::name(history)),
                None => "ON".to_owned(),
            });
            alter(table, &format!("SET (SYSTEM_VERSIONING = {})", history.unwrap_or_else(|| "OFF".to_owned())))
        }
        Change::SetTableOption { table, option } if &*option.name == "REBUILD" => alter(table, "REBUILD"),
        Change::SetTableOption { table, option } => Statements::one(table::set_option(table, option)),
        Change::SwitchPartition { table, target } => alter(table, &format!("SWITCH TO {}", spell::name(target))),
        Change::CreateIndex { table, index, drop_existing } => {
            let mut made = (**index).clone();
            if *drop_existing {
                made.options
                    .push(IndexOption { name: "DROP_EXISTING".into(), value: crate::schema::SqlText::new("ON") });
            }
            let disable = index.disabled.then(|| index::disable(table, index));
            Statements::list(std::iter::once(index::create(table, &made)).chain(disable).collect())
        }
        Change::DropIndex { table, index } => {
            Statements::one(format!("DROP INDEX {} ON {}", spell::ident(&index.name), spell::name(table)))
        }
        Change::AlterIndex { table, index, action, options } => {
            Statements::one(alter_index(table, index.as_ref(), action, options))
        }
        Change::RenameIndex { table, from, to } => rename_part(table, from, to, "INDEX"),
        Change::CreateStatistics { table, name, statistics } => {
            Statements::one(statistics::create(table, name, statistics))
        }
        Change::DropStatistics { table, name } => {
            Statements::one(format!("DROP STATISTICS {}.{}", spell::name(table), spell::ident(name)))
        }
        _ => return None,
    })
}

fn alter(table: &Name, action: &str) -> Statements {
    Statements::one(format!("ALTER TABLE {} {action}", spell::name(table)))
}

/// A table with everything that its definition holds, vector indexes too.
fn create(name: &Name, definition: &Table) -> Statements {
    let mut list = vec![table::create(name, definition)];
    list.extend(table::afterwards(name, definition));
    let keys = definition.constraints.iter().filter(|one| one.is_foreign_key());
    list.extend(keys.flat_map(|key| table::add_constraint(name, key)));
    list.extend(table::own_indexes(definition).map(|one| index::create(name, one)));
    Statements::list(list)
}

fn drop_constraint(table: &Name, name: &Ident) -> Statements {
    alter(table, &format!("DROP CONSTRAINT {}", spell::ident(name)))
}

/// ALTER COLUMN: the type with everything that goes with it, then each property.
fn alter_column(before: &Catalog, table: &Name, from: &Column, to: &Column) -> Statements {
    let head = format!("ALTER TABLE {} ALTER COLUMN {}", spell::name(table), spell::ident(&to.name));
    let mut list = Vec::new();
    let typed = |column: &Column| (column.data_type.clone(), column.nullable, column.collation.clone(), column.sparse);
    if typed(from) != typed(to)
        && let Some(data_type) = &to.data_type
    {
        let collation =
            to.collation.as_ref().map_or_else(String::new, |collation| format!(" COLLATE {}", spell::ident(collation)));
        let sparse = if to.sparse { " SPARSE" } else { "" };
        let definition = before.table(table).cloned().unwrap_or_default();
        let nullable = normal::column(before, &definition, to).nullable.unwrap_or(true);
        let nullable = if nullable { "NULL" } else { "NOT NULL" };
        list.push(format!("{head} {}{collation}{sparse} {nullable}", spell::data_type(data_type)));
    }
    let mut switch = |was: bool, is: bool, property: &str| {
        if was != is {
            list.push(format!("{head} {} {property}", if is { "ADD" } else { "DROP" }));
        }
    };
    switch(from.rowguidcol, to.rowguidcol, "ROWGUIDCOL");
    switch(from.hidden, to.hidden, "HIDDEN");
    let persisted = |column: &Column| column.computed.as_ref().is_some_and(|computed| computed.persisted);
    switch(persisted(from), persisted(to), "PERSISTED");
    let replication = |column: &Column| column.identity.as_ref().is_some_and(|identity| identity.not_for_replication);
    switch(replication(from), replication(to), "NOT FOR REPLICATION");
    match (&from.masked, &to.masked) {
        (from, to) if from == to => {}
        (_, None) => list.push(format!("{head} DROP MASKED")),
        (_, Some(mask)) => list.push(format!("{head} ADD MASKED WITH (FUNCTION = {})", spell::string(mask.as_str()))),
    }
    Statements::list(list)
}

fn switch(table: &Name, name: &Ident, enable: bool, trusted: bool) -> Statements {
    let (table, name) = (spell::name(table), spell::ident(name));
    let off = format!("ALTER TABLE {table} NOCHECK CONSTRAINT {name}");
    Statements::list(match (enable, trusted) {
        (false, _) => vec![off],
        (true, true) => vec![format!("ALTER TABLE {table} WITH CHECK CHECK CONSTRAINT {name}")],
        (true, false) => vec![off, format!("ALTER TABLE {table} CHECK CONSTRAINT {name}")],
    })
}

fn alter_index(table: &Name, index: Option<&Ident>, action: &str, options: &[IndexOption]) -> String {
    let index = index.map_or_else(|| "ALL".to_owned(), spell::ident);
    let options = match (options.is_empty(), action) {
        (true, _) => String::new(),
        (false, "SET") => format!(" ({})", spell::options(options)),
        (false, _) => format!(" WITH ({})", spell::options(options)),
    };
    format!("ALTER INDEX {index} ON {} {action}{options}", spell::name(table))
}

/// `sp_rename` of an object; a constraint is one too.
fn rename(class: &ObjectClass, from: &Name, to: &Ident) -> Statements {
    let class = if *class == ObjectClass::Type { "USERDATATYPE" } else { "OBJECT" };
    Statements::one(sp_rename(&spell::name(from), to, class))
}

fn rename_part(table: &Name, from: &Ident, to: &Ident, class: &str) -> Statements {
    Statements::one(sp_rename(&format!("{}.{}", spell::name(table), spell::ident(from)), to, class))
}

fn sp_rename(from: &str, to: &Ident, class: &str) -> String {
    format!("EXEC sp_rename {}, {}, '{class}'", spell::string(from), spell::string(to.as_str()))
}

fn transfer(class: &ObjectClass, from: &Name, to: &Name) -> Statements {
    let class = match class {
        ObjectClass::Type => "TYPE::",
        _ => "",
    };
    Statements::one(format!("ALTER SCHEMA {} TRANSFER {class}{}", spell::ident(&to.schema), spell::name(from)))
}
