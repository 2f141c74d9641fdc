//! The log: every statement that changed the schema, kept in the same transaction as what it did.
//! Folding it gives the catalog, so a rollback, a crash and several sessions need no care of their own.

use std::sync::Arc;

use rusqlite::Connection;

use super::naming;
use super::numbers::Numbers;
use crate::catalog::Catalog;
use crate::change::Change;
use crate::name::Ident;
use crate::replay::{self, Context, Settings};
use crate::sandbox::error::SqlError;
use crate::syntax::ast::Statement;
use crate::syntax::tree;
use crate::text::Span;

/// One statement of the log. Its text holds that one statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The T-SQL text.
    pub statement: String,
    /// `QUOTED_IDENTIFIER` when it ran.
    pub quoted_identifier: bool,
    /// `ANSI_NULLS` when it ran.
    pub ansi_nulls: bool,
    /// The schema of names without one.
    pub default_schema: String,
    /// When, in UTC: `2026-11-30 14:05:06.789`.
    pub at: String,
}

impl Entry {
    fn context(&self) -> Context {
        let settings =
            Settings { quoted_identifier: self.quoted_identifier, ansi_nulls: self.ansi_nulls, ..Settings::default() };
        Context { settings, default_schema: Ident::new(&self.default_schema) }
    }
}

/// The schema side of the database as one session sees it.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// The last entry of the log that is in it.
    pub version: i64,
    /// The objects.
    pub catalog: Arc<Catalog>,
    /// Their numbers.
    pub numbers: Arc<Numbers>,
}

impl Schema {
    /// The changes that a statement means, complete with the names that the system gives. They are the
    /// same when the log is read again, as long as the statement becomes the next entry.
    ///
    /// # Errors
    /// When the statement is not, or not wholly, understood.
    pub fn changes(&self, statement: &Statement, context: &Context) -> Result<Vec<Change>, SqlError> {
        self.changes_in(statement, &self.catalog, context)
    }

    /// As [`Schema::changes`], with another catalog to resolve names in.
    ///
    /// # Errors
    /// When the statement is not, or not wholly, understood.
    pub fn changes_in(
        &self,
        statement: &Statement,
        catalog: &Catalog,
        context: &Context,
    ) -> Result<Vec<Change>, SqlError> {
        let meaning = replay::meaning(statement, catalog, context);
        if let replay::Meaning::Unknown { .. } = meaning {
            return Err(SqlError::unknown("A part of this statement"));
        }
        let changes = meaning.changes().iter().map(|(change, _)| change.clone());
        Ok(self.named(changes))
    }

    /// Gives the names that the system gives to the changes of the next entry.
    fn named(&self, changes: impl Iterator<Item = Change>) -> Vec<Change> {
        let seed = u64::try_from(self.version + 1).unwrap_or_default() << 16;
        (0..)
            .zip(changes)
            .map(|(at, mut change)| {
                naming::name_constraints(&mut change, seed + at);
                change
            })
            .collect()
    }

    /// Follows one change. `at` is when it was made.
    ///
    /// # Errors
    /// When the change does not fit the catalog, which then is as it was.
    pub fn apply(&mut self, change: &Change, at: &str) -> Result<(), SqlError> {
        let fits = Arc::make_mut(&mut self.catalog).apply(change);
        fits.map_err(|error| SqlError::unknown(format!("The statement cannot be carried out ({error}); this")))?;
        Arc::make_mut(&mut self.numbers).apply(change, &self.catalog, at);
        Ok(())
    }

    /// Adds an entry whose changes were applied.
    ///
    /// # Errors
    /// SQLite's.
    pub fn append(&mut self, connection: &Connection, entry: &Entry) -> Result<(), SqlError> {
        let values = rusqlite::params![
            self.version + 1,
            entry.statement,
            entry.quoted_identifier,
            entry.ansi_nulls,
            entry.default_schema,
            entry.at
        ];
        connection.prepare_cached("INSERT INTO sandbox_log VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?.execute(values)?;
        self.version += 1;
        Ok(())
    }

    /// Follows what was added to the log since; whether there was anything.
    ///
    /// # Errors
    /// SQLite's, or an entry that this version cannot read.
    pub fn refresh(&mut self, connection: &Connection) -> Result<bool, SqlError> {
        let last: i64 =
            connection.prepare_cached("SELECT ifnull(max(id), 0) FROM sandbox_log")?.query_row([], |row| row.get(0))?;
        if last == self.version {
            return Ok(false);
        }
        let query = "SELECT statement, quoted_identifier, ansi_nulls, default_schema, at \
                     FROM sandbox_log WHERE id > ?1 ORDER BY id";
        let mut read = connection.prepare_cached(query)?;
        let entries = read.query_map([self.version], |row| {
            Ok(Entry {
                statement: row.get(0)?,
                quoted_identifier: row.get(1)?,
                ansi_nulls: row.get(2)?,
                default_schema: row.get(3)?,
                at: row.get(4)?,
            })
        })?;
        for entry in entries {
            self.fold(&entry?)?;
        }
        Ok(true)
    }

    /// Follows one entry.
    fn fold(&mut self, entry: &Entry) -> Result<(), SqlError> {
        let parsed = tree::statements(&entry.statement, Span::new(0, entry.statement.len()));
        let context = entry.context();
        for statement in &parsed.statements {
            for change in self.changes(statement, &context)? {
                self.apply(&change, &entry.at)?;
            }
        }
        self.version += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Name;
    use crate::sandbox::store::place::Place;

    fn entry(statement: &str) -> Entry {
        Entry {
            statement: statement.into(),
            quoted_identifier: true,
            ansi_nulls: true,
            default_schema: "dbo".into(),
            at: "2026-11-30 14:05:06.789".into(),
        }
    }

    /// Carries out a statement on the schema side and adds it to the log.
    fn run(schema: &mut Schema, connection: &Connection, statement: &str) {
        let entry = entry(statement);
        let before = schema.version;
        schema.fold(&entry).expect("is understood");
        schema.version = before;
        schema.append(connection, &entry).expect("is kept");
    }

    #[test]
    fn another_session_finds_the_same_names_and_numbers() {
        let place = Place::temporary().expect("opens");
        let connection = place.connect().expect("connects");
        let mut schema = Schema::default();
        run(&mut schema, &connection, "CREATE TABLE dbo.t (id INT PRIMARY KEY, a INT DEFAULT 1 CHECK (a > 0))");
        run(&mut schema, &connection, "ALTER TABLE dbo.t ADD b INT NOT NULL DEFAULT 2");
        run(&mut schema, &connection, "ALTER TABLE dbo.t DROP COLUMN a");
        run(&mut schema, &connection, "EXEC sp_rename 'dbo.t', 'u'");
        let mut other = Schema::default();
        assert!(other.refresh(&place.connect().expect("connects")).expect("folds"));
        assert_eq!(other.version, 4);
        assert_eq!(other.catalog, schema.catalog);
        assert_eq!(other.numbers, schema.numbers);
        assert!(other.catalog.table(&Name::dbo("u")).is_some());
        assert!(!other.refresh(&connection).expect("folds"));
    }

    #[test]
    fn what_is_rolled_back_was_never_there() {
        let place = Place::temporary().expect("opens");
        let connection = place.connect().expect("connects");
        let mut schema = Schema::default();
        connection.execute_batch("BEGIN IMMEDIATE").expect("begins");
        let saved = schema.clone();
        run(&mut schema, &connection, "CREATE TABLE dbo.t (id INT)");
        connection.execute_batch("ROLLBACK").expect("rolls back");
        schema = saved;
        assert!(!schema.refresh(&connection).expect("reads"));
        run(&mut schema, &connection, "CREATE TABLE dbo.u (id INT)");
        let mut other = Schema::default();
        other.refresh(&connection).expect("folds");
        assert_eq!(other.catalog.tables.keys().map(ToString::to_string).collect::<Vec<_>>(), ["dbo.u"]);
    }
}
