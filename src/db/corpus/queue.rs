//! The chunks of a corpus that wait for their vectors.

use super::super::failure::RunError;
use super::super::row::{Row, RowError};
use super::{Corpus, Vectors};
use crate::embed;
use crate::syntax::spell::unicode;
use crate::template::Names;

/// A chunk that waits for its vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Its number.
    pub chunk_id: i64,
    /// The hash of its text, in hexadecimal digits.
    pub source_hash: String,
    /// Its text.
    pub text: String,
}

impl Corpus<'_> {
    /// How many chunks there are.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn chunk_count(&mut self) -> Result<i64, RunError> {
        let Names { schema, chunks, .. } = self.names;
        self.read_one("counting chunks", &format!("SELECT COUNT(*) AS n FROM {schema}.{chunks};"), |row| row.get("n"))
    }

    /// How many chunks wait for their vectors.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn pending_count(&mut self, vectors: &Vectors) -> Result<i64, RunError> {
        let Names { schema, chunks, .. } = self.names;
        let time = vectors.generation.time();
        let sql = format!("SELECT COUNT(*) AS n FROM {schema}.{chunks} WHERE {time} IS NULL;");
        self.read_one("counting what is still to be embedded", &sql, |row| row.get("n"))
    }

    /// How many chunks are found by the old vectors and would not be by the new ones.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn lost_by(&mut self, old: &Vectors, new: &Vectors) -> Result<i64, RunError> {
        let Names { schema, chunks, .. } = self.names;
        let (old, new) = (old.generation.time(), new.generation.time());
        let sql = format!("SELECT COUNT(*) AS n FROM {schema}.{chunks} WHERE {old} IS NOT NULL AND {new} IS NULL;");
        self.read_one("counting what a cutover would lose", &sql, |row| row.get("n"))
    }

    /// The next chunks of the queue.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn pending(&mut self, vectors: &Vectors, most: usize) -> Result<Vec<Pending>, RunError> {
        let Names { schema, chunks, .. } = self.names;
        let sql = format!(
            "SELECT TOP ({most}) chunk_id, CONVERT(CHAR(64), source_hash, 2) AS source_hash, chunk_text \
             FROM {schema}.{chunks} WHERE {} IS NULL ORDER BY chunk_id;",
            vectors.generation.time()
        );
        let pending = |row: &Row| {
            let (chunk_id, source_hash, text) = (row.get("chunk_id")?, row.get("source_hash")?, row.get("chunk_text")?);
            Ok(Pending { chunk_id, source_hash, text })
        };
        self.read("reading what is still to be embedded", &sql, pending)
    }

    /// Stores vectors that were computed outside; gives how many chunks have one now that had none.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn store(&mut self, vectors: &Vectors, given: &[(&Pending, Vec<f32>)]) -> Result<i64, RunError> {
        let given = given.iter().map(|(chunk, vector)| {
            format!(
                r#"{{"chunk_id":{},"source_hash":"{}","embedding":{}}}"#,
                chunk.chunk_id,
                chunk.source_hash,
                embed::json(vector)
            )
        });
        let sql = format!(
            "EXEC {}.{} @model = {}, @dims = {}, @embeddings = N'[{}]';",
            self.names.schema,
            if vectors.are_searched { "store_embeddings" } else { "backfill_embeddings" },
            unicode(&vectors.model),
            vectors.dimensions,
            given.collect::<Vec<_>>().join(",")
        );
        self.read_one("storing vectors", &sql, |row| Ok(row.get::<i64>("stored")? + taken_over(row)?))
    }

    /// Embeds the next chunks of the queue by the database's own model; gives how many have a vector now.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn embed_here(&mut self, vectors: &Vectors, batch: usize) -> Result<i64, RunError> {
        let procedure = if vectors.are_searched { "embed_pending_chunks" } else { "backfill_pending_chunks" };
        let sql = format!("EXEC {}.{procedure} @batch = {batch};", self.names.schema);
        self.read_one("embedding in the database", &sql, |row| Ok(row.get::<i64>("embedded")? + taken_over(row)?))
    }
}

/// The chunks of the same texts that got their vectors too.
fn taken_over(row: &Row) -> Result<i64, RowError> {
    row.get("vectors_taken_over")
}
