//! Carries a change of the catalog out on SQLite: tables, columns, indexes, constraints. What has no
//! storage (modules, policies, principals, …) changes nothing here.
//!
//! After columns came or went one by one, [`Store::settle`] makes the table's definition and indexes
//! what the catalog says. A definition is put in place without a copy of the rows, as SQLite documents
//! it for changes that leave the stored rows as they are (sqlite.org, ALTER TABLE, section 7).

use rusqlite::{Connection, OptionalExtension};

use super::counters;
use super::table::{physical, quoted};
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::query::Scope;
use crate::schema::{Column, Sequence, SqlText, Table};
use crate::syntax::ast::ObjectClass;

/// Where a table lives in SQLite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    /// In the database.
    Main,
    /// In the session's temporary database.
    Temporary,
}

impl Home {
    /// The name of the schema in SQLite.
    pub(super) fn schema(self) -> &'static str {
        match self {
            Home::Main => "main",
            Home::Temporary => "temp",
        }
    }
}

/// The storage of one session, in the middle of a statement.
pub struct Store<'a> {
    /// Its connection, in a transaction or savepoint.
    pub connection: &'a Connection,
    /// Where the tables of the change live.
    pub home: Home,
    /// What expressions see: the catalog with the change in it.
    pub scope: Scope<'a>,
}

pub(super) type Done = Result<(), Errors>;

impl Store<'_> {
    /// Carries out one change.
    ///
    /// # Errors
    /// What rows do not satisfy (547, 515, 1505, 2628), and what the sandbox cannot store.
    pub fn carry_out(&self, change: &Change) -> Done {
        match change {
            Change::CreateTable { name, table } => self.create(&physical(name), table),
            Change::DropTable { name } => self.drop(&physical(name)),
            Change::Truncate { table } => self.truncate(table),
            Change::Rename { class: ObjectClass::Table, from, to }
            | Change::Transfer { class: ObjectClass::Table, from, to } => self.rename(from, to),
            Change::Rename { class: ObjectClass::Sequence, from, to }
            | Change::Transfer { class: ObjectClass::Sequence, from, to } => {
                Ok(counters::rename(self.connection, &physical(from), &physical(to))?)
            }
            Change::AddColumn { table, column } => self.add_column(table, column),
            Change::DropColumn { table, column } => self.drop_column(table, column),
            Change::AlterColumn { table, from, to } => self.alter_column(table, from, to),
            Change::RenameColumn { table, from, to } => self.rename_column(table, from, to),
            Change::AddConstraint { table, constraint } => self.add_constraint(table, constraint),
            Change::SwitchConstraint { table, name, enable, trusted } => {
                self.switch_constraint(table, name, *enable && *trusted)
            }
            Change::DropConstraint { table, .. }
            | Change::RenameConstraint { table, .. }
            | Change::DropIndex { table, .. }
            | Change::AlterIndex { table, .. }
            | Change::RenameIndex { table, .. } => self.settle_named(table),
            Change::CreateIndex { table, index, .. } => self.create_index(table, &index.name),
            Change::DropSequence { name } => Ok(counters::keep(self.connection, &physical(name), None)?),
            Change::AlterSequence { name, to, restart: Some(restart), .. } => self.restart_sequence(name, to, restart),
            Change::SetPeriod { table, .. } | Change::SetVersioning { table, .. } => keeps_versions(self.table(table)?),
            Change::SwitchPartition { .. } => Err(unknown("ALTER TABLE … SWITCH")),
            Change::CreateOther { class, .. } | Change::AlterOther { class, .. } => unstored(class),
            _ => Ok(()),
        }
    }

    /// Makes a table with its indexes.
    ///
    /// # Errors
    /// What the sandbox cannot store.
    pub fn create(&self, physical: &str, table: &Table) -> Done {
        keeps_versions(table)?;
        table.columns.iter().try_for_each(in_clear)?;
        if table.graph.is_some() {
            return Err(unknown("A graph table"));
        }
        if let Some(clause) = table.opaque.first() {
            return Err(unknown(&format!("The clause {}", clause.as_str())));
        }
        let made = self.made(physical, table);
        let order: Vec<String> = made.stored().map(|column| column.name.folded().to_owned()).collect();
        if order.is_empty() {
            return Err(unknown("A table without a stored column"));
        }
        let written = made.table_sql(&order)?;
        let prefix = if self.home == Home::Temporary { "CREATE TEMP TABLE" } else { "CREATE TABLE" };
        self.run(&written.replacen("CREATE TABLE", prefix, 1))?;
        self.settle(physical, table)
    }

    /// Drops a table and its counter.
    ///
    /// # Errors
    /// SQLite's.
    pub fn drop(&self, physical: &str) -> Done {
        self.run(&format!("DROP TABLE {}.{}", self.home.schema(), quoted(physical)))?;
        Ok(counters::keep(self.connection, physical, None)?)
    }

    fn truncate(&self, table: &Name) -> Done {
        let physical = physical(table);
        self.run(&format!("DELETE FROM {}", quoted(&physical)))?;
        Ok(counters::keep(self.connection, &physical, None)?)
    }

    fn rename(&self, from: &Name, to: &Name) -> Done {
        let (from, to_physical) = (physical(from), physical(to));
        self.drop_indexes(&from, |_, _| true)?;
        self.run(&format!("ALTER TABLE {} RENAME TO {}", quoted(&from), quoted(&to_physical)))?;
        counters::rename(self.connection, &from, &to_physical)?;
        self.settle_named(to)
    }

    fn create_index(&self, table: &Name, _index: &Ident) -> Done {
        if !self.scope.catalog.tables.contains_key(table) {
            return Err(unknown("An index on a view"));
        }
        self.settle_named(table)
    }

    /// `RESTART [WITH n]`: the next value is `n`, or the first.
    fn restart_sequence(&self, name: &Name, sequence: &Sequence, restart: &SqlText) -> Done {
        let limits = counters::limits(sequence);
        let digits = restart.as_str().trim_start_matches(|c: char| c.is_alphabetic() || c.is_whitespace());
        let next = digits.parse().unwrap_or(limits.start);
        Ok(counters::keep(self.connection, &physical(name), Some(next - limits.increment))?)
    }

    pub(super) fn table(&self, name: &Name) -> Result<&Table, Errors> {
        let missing = || SqlError::new(4902, format!("Cannot find the object \"{name}\" because it does not exist."));
        self.scope.catalog.table(name).ok_or_else(|| missing().into())
    }

    pub(super) fn any(&self, query: &str) -> Result<bool, Errors> {
        Ok(self.connection.query_row(query, [], |_| Ok(())).optional()?.is_some())
    }

    pub(super) fn run(&self, statement: &str) -> Done {
        Ok(self.connection.execute_batch(statement)?)
    }
}

/// The definition of a system-versioned table is kept, when its period and its history say all there is to say.
/// Nothing is ever in it: a change of its rows is refused where it is made.
fn keeps_versions(table: &Table) -> Done {
    let generated = |name: &Ident| table.column(name).is_some_and(|column| column.generated.is_some());
    match (&table.period, &table.versioned) {
        (_, Some(None)) => Err(unknown("A history table that the system names")),
        (Some(period), _) if !generated(&period.start) || !generated(&period.end) => {
            Err(unknown("A period over columns that are not generated"))
        }
        (None, _) if table.columns.iter().any(|column| column.generated.is_some()) => {
            Err(unknown("A generated column outside of a period"))
        }
        _ => Ok(()),
    }
}

/// What is stored here is not encrypted.
pub(super) fn in_clear(column: &Column) -> Done {
    if column.encrypted.is_empty() { Ok(()) } else { Err(unknown("An encrypted column")) }
}

fn unknown(what: &str) -> Errors {
    SqlError::unknown(what).into()
}

/// Objects that are known by name only: the master key guards nothing here and is taken; the others
/// would do something that the sandbox does not.
fn unstored(class: &ObjectClass) -> Done {
    match class {
        ObjectClass::Other(words) if &**words == "MASTER KEY" => Ok(()),
        ObjectClass::Other(words) => Err(unknown(&format!("CREATE {words}"))),
        _ => Ok(()),
    }
}
