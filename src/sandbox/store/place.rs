//! Where a database lives: a private temporary file, or one that the user names; and connections to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::sandbox::error::{NOT_IN_SANDBOX, SqlError};

/// Marks a SQLite file as the sandbox's, in its header: the letters `rgsq`.
const APPLICATION_ID: i64 = 0x7267_7371;

/// The layout of the sandbox's own tables.
const FORMAT: i64 = 1;

/// The sandbox's own tables. User tables have a dot in their names, so they never meet.
const OWN_TABLES: &str = "
    CREATE TABLE sandbox_log (
        id INTEGER PRIMARY KEY,
        statement TEXT NOT NULL,
        quoted_identifier INTEGER NOT NULL,
        ansi_nulls INTEGER NOT NULL,
        default_schema TEXT NOT NULL,
        at TEXT NOT NULL
    );
    CREATE TABLE sandbox_counter (name TEXT PRIMARY KEY, last INTEGER NOT NULL);
";

/// A database's file. A temporary one is deleted when the last owner goes.
#[derive(Debug, Clone)]
pub struct Place {
    path: PathBuf,
    folder: Option<Arc<tempfile::TempDir>>,
}

impl Place {
    /// A private temporary file.
    ///
    /// # Errors
    /// When no temporary folder can be made, or SQLite cannot write in it.
    pub fn temporary() -> Result<Self, SqlError> {
        let folder = tempfile::Builder::new().prefix("ragsql-sandbox-").tempdir();
        let folder = folder.map_err(|error| storage_error("cannot make a temporary folder", error))?;
        Self::at(folder.path().join("database"), Some(Arc::new(folder)))
    }

    /// A file that is kept. It is made when it is not there.
    ///
    /// # Errors
    /// When the file is not a sandbox's database, or cannot be opened.
    pub fn file(path: &Path) -> Result<Self, SqlError> {
        Self::at(path.to_owned(), None)
    }

    fn at(path: PathBuf, folder: Option<Arc<tempfile::TempDir>>) -> Result<Self, SqlError> {
        let place = Self { path, folder };
        let connection = place.connect()?;
        prepare(&connection, &place.path)?;
        Ok(place)
    }

    /// A connection with the settings that every session needs.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn connect(&self) -> Result<Connection, SqlError> {
        let connection = self.open().or_else(|error| match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly) => self.open_to_read(),
            _ => Err(error),
        });
        let ready = connection.and_then(|connection| {
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
            connection.pragma_update(None, "temp_store", "memory")?;
            connection.pragma_update(None, "foreign_keys", "on")?;
            Ok(connection)
        });
        ready.map_err(|error| storage_error(&format!("cannot open {}", self.path.display()), error))
    }

    fn open(&self) -> rusqlite::Result<Connection> {
        let connection = Connection::open(&self.path)?;
        connection.busy_timeout(std::time::Duration::from_secs(10))?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", if self.is_temporary() { "off" } else { "normal" })?;
        Ok(connection)
    }

    /// A file in a folder that cannot be written: SQLite can keep no log beside it, and reads it as it is (SQLite,
    /// "Uniform Resource Identifiers", immutable).
    fn open_to_read(&self) -> rusqlite::Result<Connection> {
        let path = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        let mut uri = url::Url::from_file_path(&path).map_err(|()| rusqlite::Error::InvalidPath(path))?;
        uri.set_query(Some("immutable=1"));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(uri.as_str(), flags)
    }

    /// Whether the file goes when the engine does.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        self.folder.is_some()
    }
}

/// Makes the sandbox's own tables in an empty file; refuses a file that is somebody else's. A file that has them is
/// only read, so that opening it waits for no writer.
fn prepare(connection: &Connection, path: &Path) -> Result<(), SqlError> {
    if is_prepared(connection, path)? {
        return Ok(());
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    // Another process may have been first.
    let prepared = is_prepared(connection, path).and_then(|is_done| match is_done {
        true => Ok(()),
        false => connection
            .execute_batch(&format!(
                "{OWN_TABLES} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT};"
            ))
            .map_err(SqlError::from),
    });
    connection.execute_batch(if prepared.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    prepared
}

/// Whether the sandbox's own tables are there; `false` for an empty file.
fn is_prepared(connection: &Connection, path: &Path) -> Result<bool, SqlError> {
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (tables, number("application_id")?, number("user_version")?) {
        (0, _, _) => Ok(false),
        (_, APPLICATION_ID, FORMAT) => Ok(true),
        (_, APPLICATION_ID, other) => Err(storage_error(
            &format!("{} was written by another version of ragsql", path.display()),
            format!("its format is {other}, this version reads {FORMAT}; use another file"),
        )),
        _ => Err(storage_error(&format!("{} is not a sandbox database", path.display()), "name another file")),
    }
}

fn storage_error(what: &str, why: impl std::fmt::Display) -> SqlError {
    SqlError::new(NOT_IN_SANDBOX, format!("The sandbox {what}: {why}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_database_goes_with_its_last_owner() {
        let place = Place::temporary().expect("opens");
        let path = place.path.clone();
        let other = place.clone();
        drop(place);
        assert!(path.exists());
        drop(other);
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_may_only_be_read_is_read() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a #1?.db");
        Place::file(&path).expect("makes");
        let allow =
            |mode| std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode)).expect("ours");
        allow(0o555);
        let is_bound = std::fs::File::create(folder.path().join("x")).is_err();
        let read = Place::file(&path).and_then(|place| place.connect());
        allow(0o755);
        let connection = read.expect("it can be read");
        let rows = connection.query_row("SELECT count(*) FROM sandbox_log", [], |row| row.get::<_, i64>(0));
        assert_eq!(rows, Ok(0));
        // A superuser may write anywhere.
        assert!(!is_bound || connection.execute_batch("CREATE TABLE t (a)").is_err());
    }

    #[test]
    fn a_file_is_made_and_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        Place::file(&path).expect("makes");
        Place::file(&path).expect("opens");
    }

    #[test]
    fn a_file_is_opened_while_another_process_writes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        Place::file(&path).expect("makes");
        let writer = Connection::open(&path).expect("opens");
        writer.execute_batch("BEGIN IMMEDIATE").expect("writes");
        let reader = Connection::open(&path).expect("opens");
        reader.busy_timeout(std::time::Duration::ZERO).expect("does not wait");
        prepare(&reader, &path).expect("nothing is waited for");
    }

    #[test]
    fn a_foreign_file_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        Connection::open(&path).expect("opens").execute_batch("CREATE TABLE t (a)").expect("makes");
        let refused = Place::file(&path).expect_err("is refused");
        assert!(refused.message.contains("not a sandbox database"), "{refused}");
    }
}
