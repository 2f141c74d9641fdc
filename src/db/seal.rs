//! The seal of a history: by it a run sees that a file changed rows of the history that are not its own.

use std::time::Duration;

use super::error::BatchError;
use super::history::History;
use super::row::RowError;
use super::session::Session;

/// What the rows of a history come to, but for that of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seal {
    rows: i64,
    applied: i64,
    versions: String,
    checksums: String,
}

impl Seal {
    /// Reads it.
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
        Ok(Self {
            rows: row.get("n")?,
            applied: row.get("applied")?,
            versions: row.get("versions")?,
            checksums: row.get("checksums")?,
        })
    }
}
