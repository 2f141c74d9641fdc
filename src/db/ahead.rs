//! What is ahead of a database: what would run, what it would meet, and how large that is.

use std::collections::BTreeMap;

use crate::name::Name;
use crate::plan::Size;
use crate::source::{Migration, Project};

use super::apply::{self, ApplyOptions};
use super::error::BatchError;
use super::failure::{RunError, own};
use super::held::{self, Look};
use super::introspect::Introspection;
use super::post_load::{self, PostLoadOptions, StepReport};
use super::row::{Row, RowError};
use super::session::{ServerFacts, Session};

/// What a plan is made from.
#[derive(Debug, Clone)]
pub struct Ahead<'a> {
    /// Server and database.
    pub facts: ServerFacts,
    /// The migrations that would run, in order.
    pub migrations: Vec<&'a Migration>,
    /// Every post-load step.
    pub steps: Vec<StepReport>,
    /// What the database holds.
    pub found: Introspection,
    /// Whether that can be told from the files that were applied.
    pub look: Look,
    /// How large each table is; or why that is not known.
    pub sizes: Result<BTreeMap<Name, Size>, String>,
}

/// Looks, without the lock and without changing anything.
///
/// # Errors
/// When files and history do not match, or the database cannot be read.
pub async fn ahead<'a>(
    session: &mut Session,
    project: &'a Project,
    apply: &ApplyOptions,
    post_load: &PostLoadOptions,
) -> Result<Ahead<'a>, RunError> {
    let facts = session.facts().await.map_err(own("asking the server who it is"))?;
    let migrations = apply::pending(session, &project.migrations, apply).await?;
    let steps = post_load::every(session, &project.post_load, post_load).await?;
    let (found, look) = held::found(session, project, &apply.history, post_load).await?;
    let sizes = match sizes(session).await {
        Err(BatchError::Server { first, .. }) => Err(first.to_string()),
        other => Ok(other.map_err(own("reading how large the tables are"))?),
    };
    Ok(Ahead { facts, migrations, steps, found, look, sizes })
}

/// Rows of the heap or clustered index, pages of that and of every other index. It takes VIEW DATABASE STATE.
const SIZES: &str = "\
SELECT CAST(s.name AS nvarchar(128)) AS schema_name, CAST(o.name AS nvarchar(128)) AS table_name,
  CAST(SUM(CASE WHEN p.index_id IN (0, 1) THEN p.row_count ELSE 0 END) AS bigint) AS n_rows,
  CAST(SUM(p.reserved_page_count) AS bigint) AS n_pages
FROM sys.dm_db_partition_stats AS p
JOIN sys.objects AS o ON o.object_id = p.object_id
JOIN sys.schemas AS s ON s.schema_id = o.schema_id
WHERE o.type IN ('U', 'V')
GROUP BY s.name, o.name";

/// A page is 8 KB.
const PAGES_IN_A_MEGABYTE: f64 = 128.0;

/// How large each table and indexed view is, in one round trip.
async fn sizes(session: &mut Session) -> Result<BTreeMap<Name, Size>, BatchError> {
    let rows = session.query(SIZES).await?;
    Ok(rows.iter().map(size).collect::<Result<_, _>>()?)
}

fn size(row: &Row) -> Result<(Name, Size), RowError> {
    let name = Name::new(row.get::<String>("schema_name")?, row.get::<String>("table_name")?);
    let pages: Option<i64> = row.get("n_pages")?;
    let megabytes = pages.map(|pages| pages as f64 / PAGES_IN_A_MEGABYTE);
    Ok((name, Size { rows: row.get("n_rows")?, megabytes }))
}
