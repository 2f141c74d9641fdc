//! The chunks of a corpus that wait for their vectors.

use super::super::failure::RunError;
use super::super::row::{Row, RowError};
use super::{Corpus, Record};
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
    /// How many chunks wait for their vectors.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn pending_count(&mut self) -> Result<i64, RunError> {
        let Names { schema, chunks, .. } = self.names;
        let sql = format!("SELECT COUNT(*) AS n FROM {schema}.{chunks} WHERE embedded_at IS NULL;");
        self.read_one("counting what is still to be embedded", &sql, |row| row.get("n"))
    }

    /// The next chunks of the queue.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn pending(&mut self, most: usize) -> Result<Vec<Pending>, RunError> {
        let Names { schema, chunks, .. } = self.names;
        let sql = format!(
            "SELECT TOP ({most}) chunk_id, CONVERT(CHAR(64), source_hash, 2) AS source_hash, chunk_text \
             FROM {schema}.{chunks} WHERE embedded_at IS NULL ORDER BY chunk_id;"
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
    pub fn store(&mut self, record: &Record, vectors: &[(&Pending, Vec<f32>)]) -> Result<i64, RunError> {
        let given = vectors.iter().map(|(chunk, vector)| {
            format!(
                r#"{{"chunk_id":{},"source_hash":"{}","embedding":{}}}"#,
                chunk.chunk_id,
                chunk.source_hash,
                embed::json(vector)
            )
        });
        let sql = format!(
            "EXEC {}.store_embeddings @model = {}, @dims = {}, @embeddings = N'[{}]';",
            self.names.schema,
            unicode(&record.model),
            record.dimensions,
            given.collect::<Vec<_>>().join(",")
        );
        self.read_one("storing vectors", &sql, |row| Ok(row.get::<i64>("stored")? + taken_over(row)?))
    }

    /// Embeds the next chunks of the queue by the database's own model; gives how many have a vector now.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn embed_here(&mut self, batch: usize) -> Result<i64, RunError> {
        let sql = format!("EXEC {}.embed_pending_chunks @batch = {batch};", self.names.schema);
        self.read_one("embedding in the database", &sql, |row| Ok(row.get::<i64>("embedded")? + taken_over(row)?))
    }
}

/// The chunks of the same texts that got their vectors too.
fn taken_over(row: &Row) -> Result<i64, RowError> {
    row.get("vectors_taken_over")
}
