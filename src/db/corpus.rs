//! The corpus of a database: the calls by which it is filled, embedded and asked. All writing goes through the
//! procedures that the migrations bring.
//!
//! Texts go as JSON: in a plain string the engine takes a backslash before a line end, and the line end, for nothing
//! (Learn, "Backslash (Line Continuation)"), and so it would store another text.

mod documents;
mod queue;
mod search;

use super::client::Client;
use super::error::BatchError;
use super::failure::{RunError, own};
use super::row::{Row, RowError};
use crate::chunk::Chunking;
use crate::syntax::spell::unicode;
use crate::template::{Embedding, Generation, Names};

pub use documents::{Stored, Written};
pub use queue::Pending;
pub use search::{Answer, Hit, Question};

/// A corpus, over one session.
pub struct Corpus<'a> {
    client: Client<'a>,
    names: Names<'a>,
}

/// What `corpus` records for all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The vectors that are searched.
    pub vectors: Vectors,
    /// Those that are filled beside them while the corpus moves to another model.
    pub next: Option<Vectors>,
    /// Who cuts files.
    pub chunker: String,
    /// How they are cut.
    pub chunking: Chunking,
}

/// Vectors of a corpus: where they are, and whose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vectors {
    /// Where they are.
    pub generation: Generation,
    /// The model that makes them.
    pub model: String,
    /// How many numbers one has.
    pub dimensions: u32,
    /// Whether they are searched, and not only filled.
    pub are_searched: bool,
}

impl Vectors {
    /// Those that a new corpus has.
    #[must_use]
    pub fn first(embedding: Embedding<'_>) -> Self {
        let Embedding { model, dimensions } = embedding;
        Self { generation: Generation(1), model: model.to_owned(), dimensions, are_searched: true }
    }

    /// Model and dimensions.
    #[must_use]
    pub fn embedding(&self) -> Embedding<'_> {
        Embedding { model: &self.model, dimensions: self.dimensions }
    }
}

/// What all of it agrees on.
impl<'a> Corpus<'a> {
    /// The corpus of a database.
    #[must_use]
    pub fn new(client: Client<'a>, names: Names<'a>) -> Self {
        Self { client, names }
    }

    /// What the corpus records; `None` when it has no row.
    ///
    /// # Errors
    /// Msg 208 when the schema is not there; see [`RunError`].
    pub fn record(&mut self) -> Result<Option<Record>, RunError> {
        let sql = format!(
            "SELECT generation, embed_model, CAST(embed_dims AS INT) AS embed_dims, next_generation, next_model, \
             CAST(next_dims AS INT) AS next_dims, chunker, chunk_size, CAST(chunk_overlap AS INT) AS chunk_overlap \
             FROM {}.corpus;",
            self.names.schema
        );
        Ok(self.read("reading what the corpus records", &sql, record)?.into_iter().next())
    }

    /// Acts for a tenant from here on, as the policy on the documents asks for.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn act_for(&mut self, tenant: i32) -> Result<(), RunError> {
        self.rows("setting the tenant", &format!("EXEC sp_set_session_context N'tenant_id', {tenant};")).map(drop)
    }

    /// Every tenant that has chunks.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn tenants(&mut self) -> Result<Vec<i32>, RunError> {
        let Names { schema, chunks, .. } = self.names;
        let sql = format!("SELECT DISTINCT tenant_id FROM {schema}.{chunks} ORDER BY tenant_id;");
        let tenant = |row: &Row| Ok(i32::try_from(row.get::<i64>("tenant_id")?).unwrap_or_default());
        self.read("reading the tenants", &sql, tenant)
    }

    /// Records how files are cut.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn record_chunking(&mut self, chunker: &str, chunking: Chunking) -> Result<(), RunError> {
        let sql = format!(
            "UPDATE {}.corpus SET chunker = {}, chunk_size = {}, chunk_overlap = {};",
            self.names.schema,
            unicode(chunker),
            chunking.size,
            chunking.overlap
        );
        self.rows("recording how files are cut", &sql).map(drop)
    }
}

/// Sending.
impl Corpus<'_> {
    /// The first result set.
    fn rows(&mut self, doing: &'static str, sql: &str) -> Result<Vec<Row>, RunError> {
        Ok(self.client.query_sets(doing, sql)?.into_iter().next().unwrap_or_default())
    }

    /// What its rows say.
    fn read<T>(
        &mut self,
        doing: &'static str,
        sql: &str,
        read: impl Fn(&Row) -> Result<T, RowError>,
    ) -> Result<Vec<T>, RunError> {
        self.rows(doing, sql)?.iter().map(|row| read(row).map_err(shape(doing))).collect()
    }

    /// What its only row says.
    fn read_one<T>(
        &mut self,
        doing: &'static str,
        sql: &str,
        read: impl Fn(&Row) -> Result<T, RowError>,
    ) -> Result<T, RunError> {
        self.rows(doing, sql)?.first().ok_or(RowError::NoRow).and_then(read).map_err(shape(doing))
    }
}

/// What an answer that is not as its query says comes to.
fn shape(doing: &'static str) -> impl Fn(RowError) -> RunError {
    move |error| own(doing)(BatchError::Shape(error))
}

fn record(row: &Row) -> Result<Record, RowError> {
    let number = |column| row.get::<i64>(column);
    let chunking = Chunking { size: unsigned(number("chunk_size")?), overlap: unsigned(number("chunk_overlap")?) };
    let vectors = vectors(number("generation")?, row.get("embed_model")?, number("embed_dims")?, true);
    let next = (row.get("next_generation")?, row.get("next_model")?, row.get("next_dims")?);
    let next = match next {
        (Some(generation), Some(model), Some(dimensions)) => Some(self::vectors(generation, model, dimensions, false)),
        _ => None,
    };
    Ok(Record { vectors, next, chunker: row.get("chunker")?, chunking })
}

fn vectors(generation: i64, model: String, dimensions: i64, are_searched: bool) -> Vectors {
    let number = |number: i64| u32::try_from(number).unwrap_or_default();
    Vectors { generation: Generation(number(generation)), model, dimensions: number(dimensions), are_searched }
}

fn unsigned(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}
