//! A post-load step: one file, the vector indexes that it wants, and what the database has of them.

use serde::Serialize;

use crate::guard::Guard;
use crate::name::{Ident, Name};
use crate::schema::{Index, IndexKind};
use crate::source::Migration;
use crate::syntax::ast::{Kind, Statement};
use crate::syntax::tree;

use super::super::error::BatchError;
use super::super::history::Entry;
use super::super::row::{Row, RowError};
use super::super::runs::run_ranges;
use super::super::session::Session;
use super::super::state::{PlanError, Planned};

/// The rows with a vector that `CREATE VECTOR INDEX` needs (Msg 42266; Learn, "CREATE VECTOR INDEX").
pub const ROWS_WITH_A_VECTOR: u64 = 100;

/// One file of `post-load/`.
#[derive(Debug, Clone)]
pub struct Step<'a> {
    /// The file.
    pub planned: Planned<'a>,
    /// The vector indexes that it creates, in order.
    pub indexes: Vec<Wanted>,
}

/// A vector index as a file asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Its table.
    pub table: Name,
    /// Its name.
    pub name: Ident,
    /// Its column.
    pub column: Ident,
    /// Its metric, lower case; the engine's default, cosine, where none is written.
    pub metric: String,
    /// Its type, lower case; `diskann` where none is written.
    pub index_type: String,
    /// The number of the batch that creates it, from 0.
    pub batch: usize,
}

/// A vector index as the database has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Built {
    /// Its table.
    #[serde(serialize_with = "displayed")]
    pub table: Name,
    /// Its name.
    #[serde(serialize_with = "displayed")]
    pub name: Ident,
    /// Its column.
    #[serde(serialize_with = "displayed")]
    pub column: Ident,
    /// Its metric, lower case.
    pub metric: String,
    /// Its type, lower case.
    pub index_type: String,
    /// The version of its format; `None` is the one of SQL Server 2025.
    pub format: Option<String>,
}

fn displayed<S: serde::Serializer>(name: &impl ToString, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&name.to_string())
}

impl<'a> Step<'a> {
    /// Reads what a file wants.
    ///
    /// # Errors
    /// When its name cannot be planned.
    pub fn new(migration: &'a Migration) -> Result<Self, PlanError> {
        Ok(Self { planned: Planned::new(migration)?, indexes: wanted(migration) })
    }

    /// Whether the batch of this number, from 0, creates a vector index.
    #[must_use]
    pub fn creates_index(&self, batch: usize) -> bool {
        self.indexes.iter().any(|wanted| wanted.batch == batch)
    }

    /// Whether a vector index that this batch creates is not among those that are built.
    #[must_use]
    pub fn misses_index(&self, batch: usize, built: &[Built]) -> bool {
        let mut wanted = self.indexes.iter().filter(|wanted| wanted.batch == batch);
        wanted.any(|wanted| wanted.found_in(built).is_none())
    }

    /// What the database tells of a batch, from 0: whether a vector index that it creates is still to be created;
    /// `None` when it creates none.
    pub(in super::super) fn is_to_create(&self, batch: usize, built: &[Built]) -> Option<bool> {
        self.creates_index(batch).then(|| self.misses_index(batch, built))
    }

    /// Whether there are batches that create no vector index: the history alone knows whether they ran.
    #[must_use]
    pub fn has_plain_batches(&self) -> bool {
        (0..self.planned.migration.batches.len()).any(|batch| !self.creates_index(batch))
    }

    /// Whether the batch after those that an entry has as done creates a vector index, so that the catalog tells
    /// what became of it.
    #[must_use]
    pub fn goes_on_with_index(&self, entry: &Entry) -> bool {
        let done = usize::try_from(entry.batches_done).unwrap_or(usize::MAX);
        let batch = run_ranges(self.planned.migration).position(|runs| runs.contains(&done));
        batch.is_some_and(|batch| self.creates_index(batch))
    }

    /// The implied guard of each vector index where the engine counts rows.
    #[must_use]
    pub fn implied_guards(&self) -> Vec<Guard> {
        let implied = |wanted: &Wanted| Guard::Rows {
            table: wanted.table.clone(),
            column: wanted.column.clone(),
            at_least: ROWS_WITH_A_VECTOR,
        };
        self.indexes.iter().map(implied).collect()
    }
}

impl Wanted {
    /// What is built under this name on this table.
    #[must_use]
    pub fn found_in<'b>(&self, built: &'b [Built]) -> Option<&'b Built> {
        built.iter().find(|index| index.table == self.table && index.name == self.name)
    }

    /// Whether an index is what is wanted.
    #[must_use]
    pub fn is(&self, built: &Built) -> bool {
        built.column == self.column && built.metric == self.metric && built.index_type == self.index_type
    }
}

/// The vector indexes that the statements of a file create, wherever they stand in it.
fn wanted(migration: &Migration) -> Vec<Wanted> {
    let mut found = Vec::new();
    for (number, batch) in migration.batches.iter().enumerate() {
        for statement in tree::statements(migration.file.text(), batch.span).statements {
            statement.walk(&mut |statement: &Statement| {
                if let Kind::CreateIndex { table, index, .. } = &statement.kind {
                    found.extend(vector_index(&table.to_name(), index, number));
                }
            });
        }
    }
    found
}

fn vector_index(table: &Name, index: &Index, batch: usize) -> Option<Wanted> {
    let IndexKind::Vector { metric, index_type, .. } = &index.kind else { return None };
    let or = |value: &Option<Box<str>>, default: &str| value.as_deref().unwrap_or(default).trim().to_lowercase();
    Some(Wanted {
        table: table.clone(),
        name: index.name.clone(),
        column: index.keys.first()?.name.clone(),
        metric: or(metric, "cosine"),
        index_type: or(index_type, "diskann"),
        batch,
    })
}

const BUILT: &str = "\
SELECT CAST(s.name AS nvarchar(128)) AS schema_name, CAST(t.name AS nvarchar(128)) AS table_name,
  CAST(i.name AS nvarchar(128)) AS index_name, CAST(c.name AS nvarchar(128)) AS column_name,
  CAST(LOWER(v.distance_metric) AS nvarchar(60)) AS metric, CAST(LOWER(v.vector_index_type) AS nvarchar(60)) AS index_type,
  CAST(JSON_VALUE(v.build_parameters, '$.Version') AS nvarchar(20)) AS format
FROM sys.vector_indexes AS v
JOIN sys.indexes AS i ON i.object_id = v.object_id AND i.index_id = v.index_id
JOIN sys.index_columns AS ic ON ic.object_id = i.object_id AND ic.index_id = i.index_id
JOIN sys.columns AS c ON c.object_id = ic.object_id AND c.column_id = ic.column_id
JOIN sys.tables AS t ON t.object_id = v.object_id
JOIN sys.schemas AS s ON s.schema_id = t.schema_id
ORDER BY s.name, t.name, i.name";

/// Every vector index of the database. Rows of `sys.vector_indexes` that a failed build left behind have no
/// partner in `sys.indexes` and do not count.
///
/// # Errors
/// When the server refuses; 208 means that the engine has no vector indexes.
pub async fn built(session: &mut Session) -> Result<Vec<Built>, BatchError> {
    let rows = session.query(BUILT).await?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

fn read(row: &Row) -> Result<Built, RowError> {
    let text = |column| row.get::<String>(column);
    Ok(Built {
        table: Name::new(text("schema_name")?, text("table_name")?),
        name: Ident::new(text("index_name")?),
        column: Ident::new(text("column_name")?),
        metric: text("metric")?,
        index_type: text("index_type")?,
        format: row.get("format")?,
    })
}
