//! The documents of a corpus: which are stored, and how others are brought in.

use serde_json::json;

use super::super::failure::RunError;
use super::super::row::{Row, RowError};
use super::{Corpus, shape};
use crate::ingest::{Document, Fingerprint};
use crate::syntax::spell::unicode;
use crate::template::Names;

/// What one call of an ingest did to chunks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Written {
    /// New ones.
    pub added: i64,
    /// Those with another text.
    pub changed: i64,
    /// Those that are no more.
    pub removed: i64,
    /// Those whose text was known, with its vector.
    pub vectors_taken_over: i64,
}

impl Written {
    /// Adds what another call did.
    pub fn add(&mut self, other: Self) {
        self.added += other.added;
        self.changed += other.changed;
        self.removed += other.removed;
        self.vectors_taken_over += other.vectors_taken_over;
    }
}

/// A document that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its number.
    pub document_id: i64,
    /// Where it came from.
    pub source: Option<String>,
}

impl Corpus<'_> {
    /// The documents of the tenant that is acted for, in order.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn documents(&mut self) -> Result<Vec<Stored>, RunError> {
        let Names { schema, documents, .. } = self.names;
        let sql = format!("SELECT document_id, source FROM {schema}.{documents} ORDER BY document_id;");
        let stored = |row: &Row| Ok(Stored { document_id: row.get("document_id")?, source: row.get("source")? });
        self.read("reading the documents", &sql, stored)
    }

    /// Title and text of a document of the tenant that is acted for.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn text_of(&mut self, document_id: i64) -> Result<Option<(String, String)>, RunError> {
        let Names { schema, documents, .. } = self.names;
        let sql = format!("SELECT title, body FROM {schema}.{documents} WHERE document_id = {document_id};");
        let texts = |row: &Row| Ok((row.get("title")?, row.get("body")?));
        Ok(self.read("reading a document", &sql, texts)?.into_iter().next())
    }

    /// What a stored document of the tenant that is acted for comes to; `None` when there is none of this source.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn fingerprint(&mut self, tenant: i32, source: &str) -> Result<Option<Fingerprint>, RunError> {
        let doing = "looking at a document";
        let Names { schema, documents, chunks } = self.names;
        let sql = format!(
            "DECLARE @id INT, @title BINARY(32), @body BINARY(32);\n\
             SELECT @id = document_id, @title = HASHBYTES('SHA2_256', title), @body = HASHBYTES('SHA2_256', body)\n\
             FROM {schema}.{documents} WHERE tenant_id = {tenant} AND source = {source};\n\
             SELECT @id AS document_id, @title AS title, @body AS body;\n\
             SELECT ordinal, source_hash FROM {schema}.{chunks} WHERE document_id = @id ORDER BY ordinal;",
            source = unicode(source),
        );
        let sets = self.client.query_sets(doing, &sql)?;
        fingerprint(&sets).map_err(shape(doing))
    }

    /// Brings in a document of the tenant that is acted for.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn ingest(&mut self, tenant: i32, document: &Document) -> Result<Written, RunError> {
        let Document { source, title, body, chunks } = document;
        let sql = format!(
            "DECLARE @source NVARCHAR(400), @title NVARCHAR(400), @body NVARCHAR(MAX);\n\
             SELECT @source = source, @title = title, @body = body FROM OPENJSON({document})\n\
             WITH (source NVARCHAR(400) '$.source', title NVARCHAR(400) '$.title', body NVARCHAR(MAX) '$.body');\n\
             EXEC {schema}.ingest_document @tenant_id = {tenant}, @source = @source, @title = @title, @body = @body, \
             @chunks = {chunks};",
            document = unicode(&json!({ "source": source, "title": title, "body": body }).to_string()),
            schema = self.names.schema,
            chunks = unicode(&json!(chunks).to_string()),
        );
        self.read_one("bringing in a document", &sql, written)
    }

    /// Cuts a text in the database anew, by the engine.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn chunk(&mut self, document_id: i64) -> Result<Written, RunError> {
        let sql = format!("EXEC {}.chunk_document @document_id = {document_id};", self.names.schema);
        self.read_one("cutting a document", &sql, written)
    }

    /// Deletes a document of the tenant that is acted for; gives how many chunks it had.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn delete(&mut self, document_id: i64) -> Result<i64, RunError> {
        let sql = format!("EXEC {}.delete_document @document_id = {document_id};", self.names.schema);
        self.read_one("deleting a document", &sql, |row| row.get("removed"))
    }
}

fn written(row: &Row) -> Result<Written, RowError> {
    Ok(Written {
        added: row.get("added")?,
        changed: row.get("changed")?,
        removed: row.get("removed")?,
        vectors_taken_over: row.get("vectors_taken_over")?,
    })
}

fn fingerprint(sets: &[Vec<Row>]) -> Result<Option<Fingerprint>, RowError> {
    let document = sets.first().and_then(|rows| rows.first()).ok_or(RowError::NoRow)?;
    if document.get::<Option<i64>>("document_id")?.is_none() {
        return Ok(None);
    }
    let chunks = sets.get(1).into_iter().flatten().map(|row| row.get("source_hash"));
    let chunks = chunks.collect::<Result<_, _>>()?;
    Ok(Some(Fingerprint { title: document.get("title")?, body: document.get("body")?, chunks }))
}
