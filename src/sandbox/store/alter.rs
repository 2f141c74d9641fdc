//! Carries a change of the catalog out on SQLite: tables, columns, indexes, constraints. What has no
//! storage (modules, policies, principals, …) changes nothing here.
//!
//! After columns came or went one by one, [`Store::settle`] makes the table's definition and indexes
//! what the catalog says. A definition is put in place without a copy of the rows, as SQLite documents
//! it for changes that leave the stored rows as they are (sqlite.org, ALTER TABLE, section 7).

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension};

use super::counters;
use super::table::{Made, NULLS, column_sql, physical, quoted, quoted_column};
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::{Ident, Name};
use crate::sandbox::error::{Errors, SqlError};
use crate::sandbox::query::{self, Scope};
use crate::schema::{Column, Constraint, ConstraintKind, Table};
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
    fn schema(self) -> &'static str {
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

type Done = Result<(), Errors>;

impl Store<'_> {
    /// Carries out one change. `before` is the catalog without it.
    ///
    /// # Errors
    /// What rows do not satisfy (547, 515, 1505, 2628), and what the sandbox cannot store.
    pub fn carry_out(&self, change: &Change, before: &Catalog) -> Done {
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
            Change::DropColumn { table, column } => self.drop_column(table, column, before),
            Change::AlterColumn { table, from, to } => self.alter_column(table, from, to),
            Change::RenameColumn { table, from, to } => self.rename_column(table, from, to, before),
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
            Change::AlterSequence { name, restart, .. } => self.restart_sequence(name, restart.is_some()),
            Change::SetPeriod { .. } | Change::SetVersioning { .. } => Err(unknown("A system-versioned table")),
            Change::SwitchPartition { .. } => Err(unknown("ALTER TABLE … SWITCH")),
            Change::CreateOther { class, .. } => unstored(class),
            _ => Ok(()),
        }
    }

    /// Makes a table with its indexes.
    ///
    /// # Errors
    /// What the sandbox cannot store.
    pub fn create(&self, physical: &str, table: &Table) -> Done {
        if table.period.is_some() || table.versioned.is_some() {
            return Err(unknown("A system-versioned table"));
        }
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

    fn add_column(&self, table: &Name, column: &Column) -> Done {
        if column.computed.is_some() {
            return Ok(());
        }
        let (name, definition) = (physical(table), self.table(table)?);
        let written = column_sql(column, self.scope.catalog)?;
        self.run(&format!("ALTER TABLE {} ADD COLUMN {written}", quoted(&name)))?;
        let not_null = !super::table::is_nullable(definition, column, self.scope.catalog);
        if let (Some(default), Some(data_type), true) = (&column.default, &column.data_type, not_null) {
            let value = format!("CAST(({}) AS {data_type})", default.value.as_str());
            self.fill(&name, definition, &column.name, &value)?;
        }
        if column.identity.is_some() {
            self.fill_identity(&name, column)?;
        }
        self.settle(&name, definition)
    }

    /// Numbers the rows that are there, in the order in which they came.
    fn fill_identity(&self, physical: &str, column: &Column) -> Done {
        let Some(identity) = &column.identity else { return Ok(()) };
        let limits = counters::identity_limits(identity, column.data_type.as_ref());
        let (table, name) = (quoted(physical), quoted_column(&column.name));
        self.run(&format!(
            "UPDATE {table} SET {name} = {} + {} * (SELECT count(*) FROM {table} AS other WHERE other.rowid < {table}.rowid)",
            limits.start, limits.increment
        ))?;
        let end = if limits.increment < 0 { "min" } else { "max" };
        let last = self.connection.query_row(&format!("SELECT {end}({name}) FROM {table}"), [], |row| row.get(0))?;
        Ok(counters::keep(self.connection, physical, last)?)
    }

    /// Sets a column of every row to a T-SQL expression over that row.
    fn fill(&self, physical: &str, table: &Table, column: &Ident, value: &str) -> Done {
        let (value, _, _) = query::row_expression(value, table, &self.scope).map_err(|refused| refused.error)?;
        self.run(&format!("UPDATE {} SET {} = {value}", quoted(physical), quoted_column(column)))
    }

    fn drop_column(&self, table: &Name, column: &Ident, before: &Catalog) -> Done {
        let computed = before.column(table, column).is_some_and(|column| column.computed.is_some());
        if !computed {
            let (name, definition) = (physical(table), self.table(table)?);
            self.bare(&name, definition)?;
            self.run(&format!("ALTER TABLE {} DROP COLUMN {}", quoted(&name), quoted_column(column)))?;
        }
        self.settle_named(table)
    }

    fn rename_column(&self, table: &Name, from: &Ident, to: &Ident, before: &Catalog) -> Done {
        let computed = before.column(table, from).is_some_and(|column| column.computed.is_some());
        if !computed {
            let name = physical(table);
            let (from, to) = (quoted_column(from), quoted_column(to));
            self.run(&format!("ALTER TABLE {} RENAME COLUMN {from} TO {to}", quoted(&name)))?;
        }
        self.settle_named(table)
    }

    /// The values are converted where they are, while nothing stands on the column.
    fn alter_column(&self, table: &Name, from: &Column, to: &Column) -> Done {
        let (name, definition) = (physical(table), self.table(table)?);
        let Some(data_type) = to.data_type.as_ref().filter(|_| to.computed.is_none()) else {
            return self.settle(&name, definition);
        };
        self.refuse_truncation(&name, from, to)?;
        self.bare(&name, definition)?;
        if from.data_type != to.data_type {
            let before = Table { columns: vec![from.clone()], ..Table::default() };
            self.fill(&name, &before, &to.name, &format!("CAST({} AS {data_type})", from.name.bracketed()))?;
        }
        if !super::table::is_nullable(definition, to, self.scope.catalog) {
            self.refuse_nulls(table, &to.name)?;
        }
        self.settle(&name, definition)
    }

    /// Text and bytes that a shorter type would cut (Msg 2628).
    fn refuse_truncation(&self, physical: &str, from: &Column, to: &Column) -> Done {
        use crate::sandbox::value::SqlType::{self, Binary, Char, NChar, NVarChar, VarBinary, VarChar};
        let types = (from.data_type.as_ref(), to.data_type.as_ref());
        let (Some(from_type), Some(to_type)) = types else { return Ok(()) };
        let (from_type, to_type) =
            (SqlType::of(from_type, self.scope.catalog)?, SqlType::of(to_type, self.scope.catalog)?);
        let text = matches!(from_type, Char(_) | VarChar(_) | NChar(_) | NVarChar(_));
        let length = match to_type {
            Char(length) | NChar(length) | VarChar(Some(length)) | NVarChar(Some(length)) if text => length,
            Binary(length) | VarBinary(Some(length)) if matches!(from_type, Binary(_) | VarBinary(_)) => length,
            _ => return Ok(()),
        };
        let column = quoted_column(&to.name);
        let value = if text { format!("rtrim({column}, ' ')") } else { column };
        let query = format!("SELECT 1 FROM {} WHERE length({value}) > {length} LIMIT 1", quoted(physical));
        if self.any(&query)? {
            let text = format!("String or binary data would be truncated in table '{physical}', column '{}'.", to.name);
            return Err(SqlError::new(2628, text).into());
        }
        Ok(())
    }

    fn refuse_nulls(&self, table: &Name, column: &Ident) -> Done {
        let name = quoted(&physical(table));
        if self.any(&format!("SELECT 1 FROM {name} WHERE {} IS NULL LIMIT 1", quoted_column(column)))? {
            let text = format!(
                "Cannot insert the value NULL into column '{}', table '{}.{table}'; column does not allow nulls. UPDATE fails.",
                column.as_str(),
                self.scope.database
            );
            return Err(SqlError::new(515, text).state(2).into());
        }
        Ok(())
    }

    fn add_constraint(&self, table: &Name, constraint: &Constraint) -> Done {
        let failed = "Could not create constraint or index. See previous errors.";
        if let ConstraintKind::Key { primary: true, columns, .. } = &constraint.kind {
            columns.iter().try_for_each(|key| self.refuse_nulls(table, &key.name))?;
        }
        self.settle_named(table).map_err(|errors| errors.then(SqlError::new(1750, failed)))?;
        if !constraint.not_trusted && !constraint.disabled {
            self.judge_rows(table, constraint)?;
        }
        Ok(())
    }

    fn switch_constraint(&self, table: &Name, name: &Ident, with_check: bool) -> Done {
        self.settle_named(table)?;
        match self.table(table)?.constraint(name) {
            Some(constraint) if with_check => self.judge_rows(table, constraint),
            _ => Ok(()),
        }
    }

    /// Whether the rows that are there satisfy a constraint (Msg 547).
    fn judge_rows(&self, table: &Name, constraint: &Constraint) -> Done {
        let name = physical(table);
        let (kind, place, violated) = match &constraint.kind {
            ConstraintKind::Check { condition, .. } => {
                let condition = query::row_condition(condition.as_str(), self.table(table)?, &self.scope);
                let condition = condition.map_err(|refused| refused.error)?;
                let query = format!("SELECT 1 FROM {} WHERE NOT ({condition}) LIMIT 1", quoted(&name));
                ("CHECK", table, self.any(&query)?)
            }
            ConstraintKind::ForeignKey { references, .. } => {
                ("FOREIGN KEY", references, self.has_orphans(&name, constraint)?)
            }
            _ => return Ok(()),
        };
        if !violated {
            return Ok(());
        }
        let text = format!(
            "The ALTER TABLE statement conflicted with the {kind} constraint \"{}\". The conflict occurred in database \
             \"{}\", table \"{place}\".",
            constraint.name.as_ref().map_or("", Ident::as_str),
            self.scope.database,
        );
        Err(SqlError::new(547, text).state(0).into())
    }

    /// Whether a row refers to no row, by this foreign key.
    fn has_orphans(&self, physical: &str, constraint: &Constraint) -> Result<bool, Errors> {
        let ConstraintKind::ForeignKey { columns, references, referenced, .. } = &constraint.kind else {
            return Ok(false);
        };
        let there = super::table::referenced_columns(self.scope.catalog, references, referenced);
        self.any(&super::rows::orphans(physical, columns, &super::table::physical(references), &there))
    }

    fn create_index(&self, table: &Name, _index: &Ident) -> Done {
        if !self.scope.catalog.tables.contains_key(table) {
            return Err(unknown("An index on a view"));
        }
        self.settle_named(table)
    }

    fn restart_sequence(&self, name: &Name, restart: bool) -> Done {
        if restart {
            counters::keep(self.connection, &physical(name), None)?;
        }
        Ok(())
    }

    fn settle_named(&self, table: &Name) -> Done {
        match self.scope.catalog.table(table) {
            Some(definition) => self.settle(&physical(table), definition),
            None => Ok(()),
        }
    }

    /// Makes the table's definition and its indexes what the catalog says.
    ///
    /// # Errors
    /// Rows that are not unique (1505), and what the sandbox cannot store.
    pub fn settle(&self, physical: &str, table: &Table) -> Done {
        let made = self.made(physical, table);
        self.redefine(physical, &made.table_sql(&self.stored_columns(physical)?)?)?;
        let wanted = made.indexes_sql()?;
        self.drop_indexes(physical, |name, text| wanted.get(name).is_none_or(|wanted| wanted != text))?;
        let present = self.indexes(physical)?;
        for (name, text) in wanted.iter().filter(|(name, _)| !present.contains_key(*name)) {
            let schema = format!("INDEX {}.", self.home.schema());
            self.run(&text.replacen("INDEX ", &schema, 1)).map_err(|errors| self.duplicate(errors, physical, name))?;
        }
        Ok(())
    }

    /// A unique index over rows that are not (Msg 1505).
    fn duplicate(&self, errors: Errors, table: &str, index: &str) -> Errors {
        if !errors.0.iter().any(|error| error.message.contains("UNIQUE constraint failed")) {
            return errors;
        }
        let index = index.strip_suffix(NULLS).unwrap_or(index);
        let index = index.strip_prefix(table).and_then(|index| index.strip_prefix('.')).unwrap_or(index);
        let text = format!(
            "The CREATE UNIQUE INDEX statement terminated because a duplicate key was found for the object name '{table}' \
             and the index name '{index}'."
        );
        SqlError::new(1505, text).into()
    }

    /// Leaves the table with columns alone, so that one of them can go.
    fn bare(&self, physical: &str, table: &Table) -> Done {
        self.drop_indexes(physical, |_, _| true)?;
        self.redefine(physical, &self.made(physical, table).bare_sql(&self.stored_columns(physical)?)?)
    }

    fn drop_indexes(&self, physical: &str, unwanted: impl Fn(&str, &str) -> bool) -> Done {
        for (name, _) in self.indexes(physical)?.iter().filter(|(name, text)| unwanted(name, text)) {
            self.run(&format!("DROP INDEX {}.{}", self.home.schema(), quoted(name)))?;
        }
        Ok(())
    }

    /// The indexes of a table that have a text, by name.
    fn indexes(&self, physical: &str) -> Result<BTreeMap<String, String>, Errors> {
        let query = format!(
            "SELECT name, sql FROM {}.sqlite_schema WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL",
            self.home.schema()
        );
        let mut read = self.connection.prepare(&query)?;
        let found = read.query_map([physical], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Puts another definition of the same stored columns in place.
    fn redefine(&self, physical: &str, definition: &str) -> Done {
        let schema = self.home.schema();
        let query = format!("SELECT sql FROM {schema}.sqlite_schema WHERE type = 'table' AND name = ?1");
        let present: Option<String> = self.connection.query_row(&query, [physical], |row| row.get(0)).optional()?;
        if present.as_deref() == Some(definition) {
            return Ok(());
        }
        let version: i64 =
            self.connection.query_row(&format!("PRAGMA {schema}.schema_version"), [], |row| row.get(0))?;
        self.run("PRAGMA writable_schema = ON")?;
        let update = format!("UPDATE {schema}.sqlite_schema SET sql = ?2 WHERE type = 'table' AND name = ?1");
        let updated = self.connection.execute(&update, [physical, definition]);
        self.run(&format!("PRAGMA {schema}.schema_version = {}", version + 1))?;
        self.run("PRAGMA writable_schema = RESET")?;
        updated?;
        Ok(())
    }

    /// The columns as they are stored, in their order there.
    fn stored_columns(&self, physical: &str) -> Result<Vec<String>, Errors> {
        let query = format!("SELECT name FROM pragma_table_info(?1, '{}')", self.home.schema());
        let mut read = self.connection.prepare(&query)?;
        let names = read.query_map([physical], |row| row.get(0))?;
        Ok(names.collect::<rusqlite::Result<_>>()?)
    }

    fn made<'b>(&'b self, physical: &'b str, table: &'b Table) -> Made<'b> {
        Made { physical, table, scope: &self.scope }
    }

    fn table(&self, name: &Name) -> Result<&Table, Errors> {
        let missing = || SqlError::new(4902, format!("Cannot find the object \"{name}\" because it does not exist."));
        self.scope.catalog.table(name).ok_or_else(|| missing().into())
    }

    fn any(&self, query: &str) -> Result<bool, Errors> {
        Ok(self.connection.query_row(query, [], |_| Ok(())).optional()?.is_some())
    }

    fn run(&self, statement: &str) -> Done {
        Ok(self.connection.execute_batch(statement)?)
    }
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
