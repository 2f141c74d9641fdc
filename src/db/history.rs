//! The history tables: which files ran, when, by whom, for how long, and whether they were finished.

use crate::name::{Ident, Name};
use crate::syntax::spell::unicode;

use super::error::BatchError;
use super::row::{Row, RowError};
use super::session::Session;

/// The history table of one phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// The table.
    pub table: Name,
}

/// How far the file of an [`Entry`] came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryState {
    /// It ran to its end.
    Applied,
    /// It runs outside a transaction, was started and is not finished: it runs now, or was interrupted.
    Started,
}

/// A row of a history table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The file's version.
    pub version: i64,
    /// The file's name.
    pub name: String,
    /// The file's checksum when it ran, as it is written.
    pub checksum: String,
    /// How far it came.
    pub state: EntryState,
    /// The batches that were completed, repeats counted.
    pub batches_done: i64,
    /// When, UTC, as `2026-01-31T12:00:00.000`.
    pub applied_on: String,
    /// The login that ran it.
    pub applied_by: String,
    /// How long it took, in milliseconds; `None` while it is not finished or when it was only recorded.
    pub duration_ms: Option<i64>,
}

/// What a new [`Entry`] is written from.
#[derive(Debug, Clone)]
pub struct NewEntry<'a> {
    /// The file's version.
    pub version: i64,
    /// The file's name.
    pub name: &'a str,
    /// The file's checksum, in decimal.
    pub checksum: &'a str,
    /// How far it came.
    pub state: EntryState,
    /// The batches that were completed, repeats counted.
    pub batches_done: usize,
    /// How long it took, in milliseconds.
    pub duration_ms: Option<u128>,
    /// Why a person wrote it.
    pub note: Option<&'a str>,
}

/// The version of ragsql that writes.
const TOOL: &str = env!("CARGO_PKG_VERSION");
/// The login that writes; a contained user has no login.
const LOGIN: &str = "COALESCE(SUSER_SNAME(), USER_NAME(), N'?')";

const COLUMNS: &str = "\
CAST(version AS bigint) AS version, CAST(name AS nvarchar(255)) AS name, CAST(checksum AS nvarchar(20)) AS checksum, \
CAST(state AS nvarchar(10)) AS state, CAST(batches_done AS bigint) AS batches_done, \
CONVERT(nvarchar(30), applied_on, 126) AS applied_on, CAST(applied_by AS nvarchar(128)) AS applied_by, \
CAST(duration_ms AS bigint) AS duration_ms";

/// Why the history cannot be read or made.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The server refused, or the connection is lost.
    #[error("while {doing} {table}: {error}{}", advice(error, table))]
    Batch {
        /// What was to be done.
        doing: &'static str,
        /// The history table.
        table: String,
        /// Why it failed.
        error: Box<BatchError>,
    },
    /// The table cannot be seen, and the login may not see it if it is there.
    #[error(
        "whether the history table {table} exists cannot be told: this login may not read its schema; an administrator \
         can help with `GRANT SELECT ON {table} TO …` or, when nothing was ever applied, `GRANT SELECT ON SCHEMA::{schema} \
         TO …`"
    )]
    Hidden {
        /// The history table.
        table: String,
        /// Its schema.
        schema: String,
    },
}

/// What the permissions or the name need, by the server's number.
fn advice(error: &BatchError, table: &str) -> String {
    let Some(first) = error.server_errors().next() else { return String::new() };
    match first.number {
        229 | 230 => format!("; an administrator can help with `GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO …`"),
        262 | 2760 => {
            "; it takes CREATE TABLE in the database and ALTER on the schema (and CREATE SCHEMA where that is \
                       missing): let someone who may do that run this once"
                .to_owned()
        }
        207 => format!("; {table} is no history table of ragsql: set another name in ragsql.toml"),
        2714 => format!(
            "; something else has the name of the history table, or this login may not see it (`GRANT SELECT ON {table} \
             TO …`)"
        ),
        _ => String::new(),
    }
}

impl History {
    /// Every entry in the order of versions; `None` when the table does not exist.
    ///
    /// # Errors
    /// When the server refuses, the table is not a history table of ragsql, or it may be there and be hidden.
    pub async fn read(&self, session: &mut Session) -> Result<Option<Vec<Entry>>, HistoryError> {
        let failed = |error| self.failed("reading the history", error);
        if !self.is_there(session).await? {
            return Ok(None);
        }
        let table = self.table.bracketed();
        let rows = session.query(&format!("SELECT {COLUMNS} FROM {table} ORDER BY version")).await.map_err(failed)?;
        Ok(Some(rows.iter().map(entry).collect::<Result<_, _>>().map_err(|error| failed(error.into()))?))
    }

    /// Whether the table exists. The server does not show what the login has no right on.
    async fn is_there(&self, session: &mut Session) -> Result<bool, HistoryError> {
        let failed = |error| self.failed("looking for the history", error);
        let (table, schema) = (unicode(&self.table.bracketed()), unicode(&self.table.schema.bracketed()));
        let sql = format!(
            "SELECT CAST(OBJECT_ID({table}, N'U') AS bigint) AS id, \
             CAST(HAS_PERMS_BY_NAME({schema}, N'SCHEMA', N'SELECT') AS bigint) AS may_select, \
             CAST(HAS_PERMS_BY_NAME({schema}, N'SCHEMA', N'ALTER') AS bigint) AS may_alter, \
             CAST(HAS_PERMS_BY_NAME({schema}, N'SCHEMA', N'VIEW DEFINITION') AS bigint) AS may_view"
        );
        let rows = session.query(&sql).await.map_err(failed)?;
        let row = rows.first().ok_or_else(|| failed(RowError::NoRow.into()))?;
        let number = |column| row.get::<Option<i64>>(column).map_err(|error| failed(error.into()));
        if number("id")?.is_some() {
            return Ok(true);
        }
        // NULL: there is no such schema.
        let rights = [number("may_select")?, number("may_alter")?, number("may_view")?];
        match rights.iter().all(|right| *right == Some(0)) {
            true => Err(HistoryError::Hidden { table: self.table.to_string(), schema: self.table.schema.to_string() }),
            false => Ok(false),
        }
    }

    /// The entries; the table is made when it is missing.
    ///
    /// # Errors
    /// See [`History::read`]; or when the table cannot be made.
    pub async fn ensure(&self, session: &mut Session) -> Result<Vec<Entry>, HistoryError> {
        if let Some(entries) = self.read(session).await? {
            return Ok(entries);
        }
        for statement in self.create() {
            let made = session.batch(&statement, None, &mut |_| {}).await;
            made.map_err(|error| self.failed("making the history table", error))?;
        }
        Ok(Vec::new())
    }

    fn failed(&self, doing: &'static str, error: BatchError) -> HistoryError {
        HistoryError::Batch { doing, table: self.table.to_string(), error: Box::new(error) }
    }

    /// The batches that make the table, and its schema where that is missing.
    #[must_use]
    pub fn create(&self) -> Vec<String> {
        let schema = &self.table.schema;
        let make_schema = format!("CREATE SCHEMA {}", schema.bracketed());
        let make_table = format!(
            "CREATE TABLE {table} (\n\
             \x20   version        BIGINT         NOT NULL,\n\
             \x20   name           NVARCHAR(255)  NOT NULL,\n\
             \x20   checksum       VARCHAR(20)    NOT NULL,\n\
             \x20   state          VARCHAR(10)    NOT NULL,\n\
             \x20   batches_done   INT            NOT NULL,\n\
             \x20   applied_on     DATETIME2(3)   NOT NULL,\n\
             \x20   applied_by     NVARCHAR(128)  NOT NULL,\n\
             \x20   duration_ms    BIGINT         NULL,\n\
             \x20   ragsql_version VARCHAR(32)    NOT NULL,\n\
             \x20   note           NVARCHAR(1000) NULL,\n\
             \x20   CONSTRAINT {key} PRIMARY KEY CLUSTERED (version)\n)",
            table = self.table.bracketed(),
            key = Ident::new(format!("pk_{}", self.table.object.as_str())).bracketed(),
        );
        vec![format!("IF SCHEMA_ID({}) IS NULL EXEC ({})", unicode(schema.as_str()), unicode(&make_schema)), make_table]
    }

    /// The statement that writes an entry, with the time and the login of the server.
    #[must_use]
    pub fn insert(&self, entry: &NewEntry<'_>) -> String {
        let state = match entry.state {
            EntryState::Applied => "applied",
            EntryState::Started => "started",
        };
        format!(
            "INSERT INTO {table} (version, name, checksum, state, batches_done, applied_on, applied_by, duration_ms, \
             ragsql_version, note) VALUES ({version}, {name}, '{checksum}', '{state}', {done}, SYSUTCDATETIME(), \
             {LOGIN}, {duration}, '{TOOL}', {note})",
            table = self.table.bracketed(),
            version = entry.version,
            name = unicode(entry.name),
            checksum = entry.checksum,
            done = entry.batches_done,
            duration = entry.duration_ms.map_or("NULL".to_owned(), |ms| ms.to_string()),
            note = entry.note.map_or("NULL".to_owned(), unicode),
        )
    }

    /// The statement that turns the entry of a version into one that was started now.
    #[must_use]
    pub fn restart(&self, entry: &NewEntry<'_>) -> String {
        let set = format!(
            "state = 'started', name = {}, checksum = '{}', batches_done = {}, applied_on = SYSUTCDATETIME(), \
             applied_by = {LOGIN}, duration_ms = NULL, ragsql_version = '{TOOL}'",
            unicode(entry.name),
            entry.checksum,
            entry.batches_done,
        );
        self.update(entry.version, &set)
    }

    /// The statement that notes how many batches of a started entry are done.
    #[must_use]
    pub fn batches_done(&self, version: i64, done: usize) -> String {
        self.update(version, &format!("batches_done = {done}"))
    }

    /// The statement that turns a started entry into an applied one.
    #[must_use]
    pub fn finish(&self, version: i64, duration_ms: u128) -> String {
        let set = format!("state = 'applied', applied_on = SYSUTCDATETIME(), duration_ms = {duration_ms}");
        self.update(version, &set)
    }

    /// The statement by which a person records that an entry stands for a finished run of the file as it is now.
    #[must_use]
    pub fn accept(&self, version: i64, name: &str, checksum: &str, reason: &str) -> String {
        let (name, reason) = (unicode(name), unicode(reason));
        self.update(version, &format!("state = 'applied', name = {name}, checksum = '{checksum}', note = {reason}"))
    }

    /// The statement that removes an entry.
    #[must_use]
    pub fn forget(&self, version: i64) -> String {
        format!("DELETE FROM {} WHERE version = {version}", self.table.bracketed())
    }

    fn update(&self, version: i64, set: &str) -> String {
        format!("UPDATE {} SET {set} WHERE version = {version}", self.table.bracketed())
    }
}

fn entry(row: &Row) -> Result<Entry, RowError> {
    let state: String = row.get("state")?;
    Ok(Entry {
        version: row.get("version")?,
        name: row.get("name")?,
        checksum: row.get("checksum")?,
        state: if state == "applied" { EntryState::Applied } else { EntryState::Started },
        batches_done: row.get("batches_done")?,
        applied_on: row.get("applied_on")?,
        applied_by: row.get("applied_by")?,
        duration_ms: row.get("duration_ms")?,
    })
}
