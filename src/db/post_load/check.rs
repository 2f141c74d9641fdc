//! What is checked before a post-load step is sent: guards are counted, obstacles are looked for.

use serde::Serialize;

use crate::guard::Guard;
use crate::name::Ident;
use crate::syntax::spell::unicode;

use super::super::error::BatchError;
use super::super::row::RowError;
use super::super::session::Session;
use super::step::{Built, Wanted};

/// A guard, counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// The guard as a header writes it.
    pub guard: String,
    /// What there is; counting stops where the answer is known.
    pub have: u64,
    /// Whether it stopped there, so that there may be more.
    pub at_least: bool,
    /// What is needed.
    pub need: u64,
    /// Whether it holds.
    pub met: bool,
    /// What is missing and what to do, in a sentence; empty when it holds.
    #[serde(skip)]
    pub missing: String,
}

/// Counts what a guard asks for, by a query whose cost does not grow with the table: it stops at the threshold.
///
/// # Errors
/// When the server refuses the query.
pub async fn count(session: &mut Session, guard: &Guard) -> Result<Counted, BatchError> {
    let (rows, need) = match guard {
        Guard::Rows { table, column, at_least } => {
            let (table, column) = (table.bracketed(), column.bracketed());
            (format!("SELECT TOP ({at_least}) 1 AS x FROM {table} WHERE {column} IS NOT NULL"), *at_least)
        }
        Guard::Complete { table, column } => {
            let (table, column) = (table.bracketed(), column.bracketed());
            (format!("SELECT TOP (1) 1 AS x FROM {table} WHERE {column} IS NULL"), 0)
        }
        Guard::Single { table, column } => {
            let (table, column) = (table.bracketed(), column.bracketed());
            (format!("SELECT DISTINCT TOP (2) {column} AS x FROM {table} WHERE {column} IS NOT NULL"), 1)
        }
    };
    let rows = session.query(&format!("SELECT CAST(COUNT(*) AS bigint) AS n FROM ({rows}) AS counted")).await?;
    let have: i64 = rows.first().ok_or(RowError::NoRow)?.get("n")?;
    let have = u64::try_from(have).unwrap_or(0);
    let met = match guard {
        Guard::Rows { .. } => have >= need,
        Guard::Complete { .. } | Guard::Single { .. } => have <= need,
    };
    let missing = if met { String::new() } else { guard.missing(have) };
    Ok(Counted { guard: guard.to_string(), have, at_least: guard.stops_at(have), need, met, missing })
}

/// Why a vector index cannot be created however many rows there are; empty when nothing stands in its way.
///
/// # Errors
/// When the server refuses the query.
pub async fn obstacles(
    session: &mut Session,
    wanted: &Wanted,
    built: &[Built],
    refuses_policy: bool,
) -> Result<Vec<String>, BatchError> {
    let facts = Facts::read(session, wanted).await?;
    let table = &wanted.table;
    let column = &wanted.column;
    if !facts.table {
        return Ok(vec![format!("the table {table} does not exist: run `ragsql apply` first")]);
    }
    let mut found = Vec::new();
    if !facts.column {
        found.push(format!("{table} has no column {column}: run `ragsql apply` first, or mend the file"));
    }
    if !facts.clustered {
        found.push(format!(
            "{table} has no clustered index, which a vector index needs (Msg 42254): give it a clustered primary key"
        ));
    }
    if let Some(policy) = facts.policy.filter(|_| refuses_policy) {
        found.push(format!(
            "the security policy {policy} has a predicate on {table}, and the engine refuses a vector index beside it \
             (Msg 42244): keep the policy on the source table and put the tenant filter inside the search"
        ));
    }
    if let Some(other) = other_index(wanted, built) {
        found.push(format!(
            "{table}.{column} has the vector index {other} already, and a column takes one (Msg 42230): drop it first"
        ));
    }
    Ok(found)
}

/// Another vector index on the same column.
fn other_index<'b>(wanted: &Wanted, built: &'b [Built]) -> Option<&'b Ident> {
    let same_column = |index: &&Built| index.table == wanted.table && index.column == wanted.column;
    built.iter().filter(same_column).map(|index| &index.name).find(|name| **name != wanted.name)
}

struct Facts {
    table: bool,
    column: bool,
    clustered: bool,
    policy: Option<String>,
}

impl Facts {
    async fn read(session: &mut Session, wanted: &Wanted) -> Result<Self, BatchError> {
        let id = format!("OBJECT_ID({}, N'U')", unicode(&wanted.table.bracketed()));
        let sql = format!(
            "SELECT CAST({id} AS bigint) AS table_id,\n\
             CAST((SELECT COUNT(*) FROM sys.columns AS c WHERE c.object_id = {id} AND c.name = {column}) AS bigint) AS n_columns,\n\
             CAST((SELECT COUNT(*) FROM sys.indexes AS i WHERE i.object_id = {id} AND i.type = 1) AS bigint) AS n_clustered,\n\
             CAST((SELECT TOP (1) p.name FROM sys.security_policies AS p JOIN sys.security_predicates AS q \
             ON q.object_id = p.object_id WHERE q.target_object_id = {id} ORDER BY p.name) AS nvarchar(128)) AS policy",
            column = unicode(wanted.column.as_str()),
        );
        let rows = session.query(&sql).await?;
        let row = rows.first().ok_or(RowError::NoRow)?;
        Ok(Self {
            table: row.get::<Option<i64>>("table_id")?.is_some(),
            column: row.get::<i64>("n_columns")? > 0,
            clustered: row.get::<i64>("n_clustered")? > 0,
            policy: row.get("policy")?,
        })
    }
}
