//! Makes a table's definition and indexes in SQLite what the catalog says.

use super::alter::{Done, Store};
use std::collections::BTreeMap;

use rusqlite::OptionalExtension;

use super::table::{Made, NULLS, physical, quoted};
use crate::name::Name;
use crate::sandbox::error::{Errors, SqlError};
use crate::schema::Table;

impl Store<'_> {
    pub(super) fn settle_named(&self, table: &Name) -> Done {
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
    pub(super) fn duplicate(&self, errors: Errors, table: &str, index: &str) -> Errors {
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
    pub(super) fn bare(&self, physical: &str, table: &Table) -> Done {
        self.drop_indexes(physical, |_, _| true)?;
        self.redefine(physical, &self.made(physical, table).bare_sql(&self.stored_columns(physical)?)?)
    }

    pub(super) fn drop_indexes(&self, physical: &str, unwanted: impl Fn(&str, &str) -> bool) -> Done {
        for (name, _) in self.indexes(physical)?.iter().filter(|(name, text)| unwanted(name, text)) {
            self.run(&format!("DROP INDEX {}.{}", self.home.schema(), quoted(name)))?;
        }
        Ok(())
    }

    /// The indexes of a table that have a text, by name.
    pub(super) fn indexes(&self, physical: &str) -> Result<BTreeMap<String, String>, Errors> {
        let query = format!(
            "SELECT name, sql FROM {}.sqlite_schema WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL",
            self.home.schema()
        );
        let mut read = self.connection.prepare(&query)?;
        let found = read.query_map([physical], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Puts another definition of the same stored columns in place.
    pub(super) fn redefine(&self, physical: &str, definition: &str) -> Done {
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
    pub(super) fn stored_columns(&self, physical: &str) -> Result<Vec<String>, Errors> {
        let query = format!("SELECT name FROM pragma_table_info(?1, '{}')", self.home.schema());
        let mut read = self.connection.prepare(&query)?;
        let names = read.query_map([physical], |row| row.get(0))?;
        Ok(names.collect::<rusqlite::Result<_>>()?)
    }

    pub(super) fn made<'b>(&'b self, physical: &'b str, table: &'b Table) -> Made<'b> {
        Made { physical, table, scope: &self.scope }
    }
}
