//! The seal of a history: by it a run sees that a file changed rows of the history that are not its own.

use std::time::Duration;

use crate::source::Migration;
use crate::syntax::lexer;

use super::error::BatchError;
use super::history::{Entry, EntryState, History};
use super::row::RowError;
use super::session::Session;

/// Words without which a file changes no rows: its own statements do, or what they call.
const CHANGING: [&str; 9] =
    ["INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE", "EXEC", "EXECUTE", "WRITETEXT", "UPDATETEXT"];
/// Words that a batch begins with when it calls no procedure by its bare name.
const FIRST: [&str; 10] = ["CREATE", "ALTER", "DROP", "GRANT", "DENY", "REVOKE", "SET", "IF", "BEGIN", "SELECT"];

/// What the rows of a history come to, but for that of one version.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seal {
    rows: i64,
    applied: i64,
    versions: i128,
    checksums: i128,
}

impl Seal {
    /// What these entries come to, without that of one version.
    #[must_use]
    pub fn of(entries: &[Entry], besides: i64) -> Self {
        let mut seal = Self::default();
        for entry in entries.iter().filter(|entry| entry.version != besides) {
            seal.add(entry.version, &entry.checksum, entry.state);
        }
        seal
    }

    /// Adds what an entry comes to.
    pub fn add(&mut self, version: i64, checksum: &str, state: EntryState) {
        self.rows += 1;
        self.applied += i64::from(state == EntryState::Applied);
        self.versions += i128::from(version);
        self.checksums += checksum.parse::<i128>().unwrap_or_default();
    }

    /// Reads it from the database.
    ///
    /// # Errors
    /// When the server refuses (208: the table is gone), the limit is over or the connection fails.
    pub async fn read(
        session: &mut Session,
        history: &History,
        besides: i64,
        limit: Option<Duration>,
    ) -> Result<Self, BatchError> {
        let table = history.table.bracketed();
        let sum =
            |column| format!("CAST(COALESCE(SUM(CAST({column} AS decimal(38, 0))), 0) AS nvarchar(40)) AS {column}s");
        let sql = format!(
            "SELECT CAST(COUNT(*) AS bigint) AS n, \
             CAST(COALESCE(SUM(CASE state WHEN 'applied' THEN 1 ELSE 0 END), 0) AS bigint) AS applied, {}, {} \
             FROM {table} WHERE version <> {besides}",
            sum("version"),
            sum("checksum"),
        );
        let sets = session.query_sets(&sql, limit).await?;
        let row = sets.first().and_then(|rows| rows.first()).ok_or(RowError::NoRow)?;
        let sum = |column| Ok::<_, RowError>(row.get::<String>(column)?.parse().unwrap_or_default());
        Ok(Self {
            rows: row.get("n")?,
            applied: row.get("applied")?,
            versions: sum("versions")?,
            checksums: sum("checksums")?,
        })
    }
}

/// Whether a file may change rows of the history: it names the table, or holds a word that changes rows or calls what
/// may. What only defines does not, and need not be looked after: that takes time by the length of the history.
pub fn may_change(history: &History, migration: &Migration) -> bool {
    let text = migration.file.text();
    let is_named = text.to_lowercase().contains(&history.table.object.as_str().to_lowercase());
    if is_named || text.contains("${") {
        return true;
    }
    migration.batches.iter().any(|batch| {
        let tokens = lexer::lex(text, batch.span).tokens;
        let is_call = !tokens.first().is_none_or(|token| FIRST.iter().any(|word| token.is_word(text, word)));
        is_call || tokens.iter().any(|token| CHANGING.iter().any(|word| token.is_word(text, word)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Name;
    use crate::source;

    #[test]
    fn what_only_defines_changes_no_history() {
        let history = History { table: Name::dbo("ragsql_migrations") };
        let may = |text: &str| may_change(&history, &source::text("migrations/V1__x.sql", text));
        for text in [
            "CREATE TABLE dbo.t (id INT NOT NULL)\nGO\nALTER TABLE dbo.t ADD n INT",
            "-- delete\nCREATE VIEW dbo.v AS SELECT 1 AS n",
        ] {
            assert!(!may(text), "{text}");
        }
        for text in [
            "DROP TABLE dbo.[Ragsql_Migrations]",
            "CREATE TABLE dbo.t (id INT)\nGO\nexec dbo.p",
            "dbo.p",
            "sp_rename 'a', 'b'",
            "delete from dbo.v",
            "CREATE SYNONYM dbo.s FOR dbo.ragsql_migrations",
            "DROP TABLE dbo.[${TABLE}]",
        ] {
            assert!(may(text), "{text}");
        }
    }
}
