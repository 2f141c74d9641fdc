//! The history tables: which files ran, when, by whom, for how long, and whether they were finished.

use crate::name::Name;

use super::error::BatchError;
use super::row::{Row, RowError};
use super::session::Session;
use super::sql::literal;

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
    Started {
        /// The batches that were completed, repeats counted.
        batches_done: i64,
    },
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
    /// The file's checksum.
    pub checksum: u64,
    /// How far it came.
    pub state: EntryState,
    /// How long it took, in milliseconds.
    pub duration_ms: Option<u128>,
    /// Why a person wrote it.
    pub note: Option<&'a str>,
}

const COLUMNS: &str = "\
CAST(version AS bigint) AS version, CAST(name AS nvarchar(255)) AS name, CAST(checksum AS nvarchar(20)) AS checksum, \
CAST(state AS nvarchar(10)) AS state, CAST(batches_done AS bigint) AS batches_done, \
CONVERT(nvarchar(30), applied_on, 126) AS applied_on, CAST(applied_by AS nvarchar(128)) AS applied_by, \
CAST(duration_ms AS bigint) AS duration_ms";

impl History {
    /// Every entry in the order of versions; `None` when the table does not exist.
    ///
    /// # Errors
    /// When the server refuses, or the table is not a history table of ragsql.
    pub async fn read(&self, session: &mut Session) -> Result<Option<Vec<Entry>>, BatchError> {
        let name = literal(&self.table.bracketed());
        let there = session.query(&format!("SELECT CAST(OBJECT_ID({name}, N'U') AS bigint) AS id")).await?;
        let id: Option<i64> = there.first().ok_or(RowError::NoRow)?.get("id")?;
        if id.is_none() {
            return Ok(None);
        }
        let table = self.table.bracketed();
        let rows = session.query(&format!("SELECT {COLUMNS} FROM {table} ORDER BY version")).await?;
        Ok(Some(rows.iter().map(entry).collect::<Result<_, _>>()?))
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
             \x20   CONSTRAINT [pk_{object}] PRIMARY KEY CLUSTERED (version)\n)",
            table = self.table.bracketed(),
            object = self.table.object.as_str().replace(']', "]]"),
        );
        vec![format!("IF SCHEMA_ID({}) IS NULL EXEC ({})", literal(schema.as_str()), literal(&make_schema)), make_table]
    }

    /// The statement that writes an entry, with the time and the login of the server.
    #[must_use]
    pub fn insert(&self, entry: &NewEntry<'_>) -> String {
        let (state, done) = match entry.state {
            EntryState::Applied => ("applied", 0),
            EntryState::Started { batches_done } => ("started", batches_done),
        };
        format!(
            "INSERT INTO {table} (version, name, checksum, state, batches_done, applied_on, applied_by, duration_ms, \
             ragsql_version, note) VALUES ({version}, {name}, '{checksum}', '{state}', {done}, SYSUTCDATETIME(), \
             COALESCE(SUSER_SNAME(), USER_NAME(), N'?'), {duration}, '{tool}', {note})",
            table = self.table.bracketed(),
            version = entry.version,
            name = literal(entry.name),
            checksum = entry.checksum,
            duration = entry.duration_ms.map_or("NULL".to_owned(), |ms| ms.to_string()),
            tool = env!("CARGO_PKG_VERSION"),
            note = entry.note.map_or("NULL".to_owned(), literal),
        )
    }

    /// The statement that counts one more completed batch of a started entry.
    #[must_use]
    pub fn batch_done(&self, version: i64) -> String {
        self.update(version, "batches_done = batches_done + 1")
    }

    /// The statement that turns a started entry into an applied one.
    #[must_use]
    pub fn finish(&self, version: i64, duration_ms: u128) -> String {
        let set = format!("state = 'applied', applied_on = SYSUTCDATETIME(), duration_ms = {duration_ms}");
        self.update(version, &set)
    }

    /// The statement by which a person records that an entry stands for a finished run of the file as it is now.
    #[must_use]
    pub fn accept(&self, version: i64, name: &str, checksum: u64, reason: &str) -> String {
        let (name, reason) = (literal(name), literal(reason));
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
    let batches_done = row.get("batches_done")?;
    Ok(Entry {
        version: row.get("version")?,
        name: row.get("name")?,
        checksum: row.get("checksum")?,
        state: if state == "applied" { EntryState::Applied } else { EntryState::Started { batches_done } },
        applied_on: row.get("applied_on")?,
        applied_by: row.get("applied_by")?,
        duration_ms: row.get("duration_ms")?,
    })
}
