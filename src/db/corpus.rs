//! The corpus of a database: the calls by which it is filled, embedded and asked. All writing goes through the
//! procedures that the migrations bring.
//!
//! Texts go as JSON: in a plain string the engine takes a backslash before a line end, and the line end, for nothing
//! (Learn, "Backslash (Line Continuation)"), and so it would store another text.

use serde_json::{Value, json};

use super::database::Client;
use super::error::BatchError;
use super::failure::{RunError, own};
use super::row::{FromCell, Row, RowError};
use super::sql::literal;
use crate::chunk::Chunking;
use crate::embed;
use crate::ingest::{Document, Fingerprint};
use crate::template::{Names, vector_type};

/// A corpus, over one session.
pub struct Corpus<'a> {
    client: Client<'a>,
    names: Names<'a>,
}

/// What `corpus` records for all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The model that embeds it.
    pub model: String,
    /// How many numbers a vector has.
    pub dimensions: u32,
    /// Who cuts files.
    pub chunker: String,
    /// How they are cut.
    pub chunking: Chunking,
}

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

/// What a question is, for the database.
pub enum Question<'a> {
    /// A text, which the database embeds by its external model.
    Text(&'a str),
    /// A vector.
    Vector(&'a [f32]),
}

/// A chunk that was found.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Hit {
    /// The chunk.
    pub chunk_id: i64,
    /// Its document.
    pub document_id: i64,
    /// Where the document came from.
    pub source: Option<String>,
    /// The document's title.
    pub title: String,
    /// The chunk's place in the document, from 0.
    pub ordinal: i64,
    /// Its text.
    pub text: String,
}

/// What a search gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The number under which it can be logged.
    pub answer_id: String,
    /// The chunks in reading order.
    pub hits: Vec<Hit>,
    /// Chunks of the tenant that wait for their vectors, and so cannot be found.
    pub waiting: i64,
}

/// Reading and what all of it agrees on.
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
            "SELECT embed_model, CAST(embed_dims AS INT) AS embed_dims, chunker, chunk_size, \
             CAST(chunk_overlap AS INT) AS chunk_overlap FROM {}.corpus;",
            self.names.schema
        );
        let doing = "reading what the corpus records";
        let rows = self.rows(doing, &sql)?;
        rows.first().map(|row| record(row).map_err(shape(doing))).transpose()
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
        let doing = "reading the tenants";
        let sql =
            format!("SELECT DISTINCT tenant_id FROM {}.{} ORDER BY tenant_id;", self.names.schema, self.names.chunks);
        let tenant = |row: &Row| Ok(i32::try_from(row.get::<i64>("tenant_id")?).unwrap_or_default());
        self.rows(doing, &sql)?.iter().map(|row| tenant(row).map_err(shape(doing))).collect()
    }

    /// The documents of the tenant that is acted for, in order.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn documents(&mut self) -> Result<Vec<Stored>, RunError> {
        let doing = "reading the documents";
        let Names { schema, documents, .. } = self.names;
        let sql = format!("SELECT document_id, source FROM {schema}.{documents} ORDER BY document_id;");
        let stored = |row: &Row| Ok(Stored { document_id: row.get("document_id")?, source: row.get("source")? });
        self.rows(doing, &sql)?.iter().map(|row| stored(row).map_err(shape(doing))).collect()
    }

    /// Title and text of a document of the tenant that is acted for.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn text_of(&mut self, document_id: i64) -> Result<Option<(String, String)>, RunError> {
        let doing = "reading a document";
        let Names { schema, documents, .. } = self.names;
        let sql = format!("SELECT title, body FROM {schema}.{documents} WHERE document_id = {document_id};");
        let texts = |row: &Row| Ok((row.get("title")?, row.get("body")?));
        self.rows(doing, &sql)?.first().map(|row| texts(row).map_err(shape(doing))).transpose()
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
            source = literal(source),
        );
        let sets = self.client.query_sets(doing, &sql)?;
        fingerprint(&sets).map_err(shape(doing))
    }
}

/// Writing.
impl Corpus<'_> {
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
            document = literal(&json!({ "source": source, "title": title, "body": body }).to_string()),
            schema = self.names.schema,
            chunks = literal(&json!(chunks).to_string()),
        );
        self.written("bringing in a document", &sql)
    }

    /// Cuts a text in the database anew, by the engine.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn chunk(&mut self, document_id: i64) -> Result<Written, RunError> {
        let sql = format!("EXEC {}.chunk_document @document_id = {document_id};", self.names.schema);
        self.written("cutting a document", &sql)
    }

    /// Deletes a document of the tenant that is acted for; gives how many chunks it had.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn delete(&mut self, document_id: i64) -> Result<i64, RunError> {
        let sql = format!("EXEC {}.delete_document @document_id = {document_id};", self.names.schema);
        self.number("deleting a document", &sql, "removed")
    }

    /// Records how files are cut.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn record_chunking(&mut self, chunker: &str, chunking: Chunking) -> Result<(), RunError> {
        let sql = format!(
            "UPDATE {}.corpus SET chunker = {}, chunk_size = {}, chunk_overlap = {};",
            self.names.schema,
            literal(chunker),
            chunking.size,
            chunking.overlap
        );
        self.rows("recording how files are cut", &sql).map(drop)
    }

    /// How many chunks wait for their vectors.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn pending_count(&mut self) -> Result<i64, RunError> {
        let Names { schema, chunks, .. } = self.names;
        let sql = format!("SELECT COUNT(*) AS n FROM {schema}.{chunks} WHERE embedded_at IS NULL;");
        self.number("counting what is still to be embedded", &sql, "n")
    }

    /// The next chunks of the queue.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn pending(&mut self, most: usize) -> Result<Vec<Pending>, RunError> {
        let doing = "reading what is still to be embedded";
        let Names { schema, chunks, .. } = self.names;
        let sql = format!(
            "SELECT TOP ({most}) chunk_id, CONVERT(CHAR(64), source_hash, 2) AS source_hash, chunk_text \
             FROM {schema}.{chunks} WHERE embedded_at IS NULL ORDER BY chunk_id;"
        );
        let pending = |row: &Row| {
            let (chunk_id, source_hash, text) = (row.get("chunk_id")?, row.get("source_hash")?, row.get("chunk_text")?);
            Ok(Pending { chunk_id, source_hash, text })
        };
        self.rows(doing, &sql)?.iter().map(|row| pending(row).map_err(shape(doing))).collect()
    }

    /// Stores vectors that were computed outside; gives how many chunks have one now that had none.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn store(&mut self, record: &Record, vectors: &[(&Pending, Vec<f32>)]) -> Result<i64, RunError> {
        let doing = "storing vectors";
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
            literal(&record.model),
            record.dimensions,
            given.collect::<Vec<_>>().join(",")
        );
        self.counts(doing, &sql, ["stored", "vectors_taken_over"])
    }

    /// Embeds the next chunks of the queue by the database's own model; gives how many have a vector now.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn embed_here(&mut self, batch: usize) -> Result<i64, RunError> {
        let sql = format!("EXEC {}.embed_pending_chunks @batch = {batch};", self.names.schema);
        self.counts("embedding in the database", &sql, ["embedded", "vectors_taken_over"])
    }
}

/// Asking.
impl Corpus<'_> {
    /// The nearest chunks of the tenant that is acted for, in reading order.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn search(
        &mut self,
        record: &Record,
        question: &Question<'_>,
        tenant: i32,
        top: u32,
    ) -> Result<Answer, RunError> {
        let doing = "searching";
        let Names { schema, documents, chunks } = self.names;
        let sql = format!(
            "{question}\n\
             DECLARE @hits TABLE (chunk_id INT, document_id INT, ordinal INT, chunk_text NVARCHAR(MAX), distance FLOAT);\n\
             INSERT INTO @hits EXEC {schema}.search_chunks @question_vector = @q, @tenant_id = {tenant}, @top = {top};\n\
             SELECT CAST(NEWID() AS CHAR(36)) AS answer_id, COUNT(*) AS waiting FROM {schema}.{chunks} \
             WHERE tenant_id = {tenant} AND embedded_at IS NULL;\n\
             SELECT hits.chunk_id, hits.document_id, d.source, d.title, hits.ordinal, hits.chunk_text\n\
             FROM @hits AS hits JOIN {schema}.{documents} AS d ON d.document_id = hits.document_id\n\
             ORDER BY hits.document_id, hits.ordinal;",
            question = declared(question, record.dimensions),
        );
        let sets = self.client.query_sets(doing, &sql)?;
        answer(&sets).map_err(shape(doing))
    }

    /// Keeps which chunks were given for which answer.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn log(&mut self, tenant: i32, answer: &Answer) -> Result<(), RunError> {
        let chunks: Vec<i64> = answer.hits.iter().map(|hit| hit.chunk_id).collect();
        let sql = format!(
            "EXEC {}.log_retrieval @answer_id = {}, @tenant_id = {tenant}, @chunk_ids = {};",
            self.names.schema,
            literal(&answer.answer_id),
            literal(&Value::from(chunks).to_string())
        );
        self.rows("logging the retrieval", &sql).map(drop)
    }
}

/// Sending.
impl Corpus<'_> {
    fn rows(&mut self, doing: &'static str, sql: &str) -> Result<Vec<Row>, RunError> {
        Ok(self.client.query_sets(doing, sql)?.into_iter().next().unwrap_or_default())
    }

    fn number(&mut self, doing: &'static str, sql: &str, column: &str) -> Result<i64, RunError> {
        first(&self.rows(doing, sql)?, column).map_err(shape(doing))
    }

    fn counts(&mut self, doing: &'static str, sql: &str, columns: [&str; 2]) -> Result<i64, RunError> {
        let rows = self.rows(doing, sql)?;
        columns.iter().map(|column| first::<i64>(&rows, column)).sum::<Result<i64, _>>().map_err(shape(doing))
    }

    fn written(&mut self, doing: &'static str, sql: &str) -> Result<Written, RunError> {
        let rows = self.rows(doing, sql)?;
        let number = |column| first(&rows, column).map_err(shape(doing));
        Ok(Written {
            added: number("added")?,
            changed: number("changed")?,
            removed: number("removed")?,
            vectors_taken_over: number("vectors_taken_over")?,
        })
    }
}

/// `@q`, the question as a vector.
fn declared(question: &Question<'_>, dimensions: u32) -> String {
    let kind = vector_type(dimensions);
    match question {
        Question::Vector(vector) => format!("DECLARE @q {kind} = CAST(N'{}' AS {kind});", embed::json(vector)),
        Question::Text(text) => format!(
            "DECLARE @text NVARCHAR(MAX);\n\
             SELECT @text = [value] FROM OPENJSON({});\n\
             DECLARE @q {kind} = AI_GENERATE_EMBEDDINGS(@text USE MODEL text_embedder);",
            literal(&json!([text]).to_string())
        ),
    }
}

/// What an answer that is not as its query says comes to.
fn shape(doing: &'static str) -> impl Fn(RowError) -> RunError {
    move |error| own(doing)(BatchError::Shape(error))
}

fn first<T: FromCell>(rows: &[Row], column: &str) -> Result<T, RowError> {
    rows.first().ok_or(RowError::NoRow)?.get(column)
}

fn record(row: &Row) -> Result<Record, RowError> {
    let number = |column| row.get::<i64>(column);
    let chunking = Chunking { size: unsigned(number("chunk_size")?), overlap: unsigned(number("chunk_overlap")?) };
    let dimensions = u32::try_from(number("embed_dims")?).unwrap_or_default();
    Ok(Record { model: row.get("embed_model")?, dimensions, chunker: row.get("chunker")?, chunking })
}

fn unsigned(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
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

fn answer(sets: &[Vec<Row>]) -> Result<Answer, RowError> {
    let [.., about, found] = sets else { return Err(RowError::NoRow) };
    let hits = found.iter().map(|row| {
        Ok(Hit {
            chunk_id: row.get("chunk_id")?,
            document_id: row.get("document_id")?,
            source: row.get("source")?,
            title: row.get("title")?,
            ordinal: row.get("ordinal")?,
            text: row.get("chunk_text")?,
        })
    });
    let hits = hits.collect::<Result<_, RowError>>()?;
    Ok(Answer { answer_id: first(about, "answer_id")?, hits, waiting: first(about, "waiting")? })
}
