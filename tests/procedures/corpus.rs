//! A corpus on an engine of its own, and the calls that an application makes.

use std::time::Duration;

use ragsql::db::apply::ApplyOptions;
use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::history::History;
use ragsql::db::{ConnectOptions, Row, RunError, Target};
use ragsql::embed;
use ragsql::name::Name;
use ragsql::source::{Project, Variables};
use ragsql::syntax::spell;
use ragsql::template::{self, Embedding, Names};
use serde_json::json;

/// The model that the corpus records.
pub const MODEL: &str = embed::LOCAL_MODEL;
/// How many numbers a vector of the corpus has.
pub const DIMENSIONS: u32 = 8;

/// This repository's schema, applied.
pub struct Corpus {
    database: Database,
}

/// What an ingest says that it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ingested {
    pub document_id: i64,
    pub chunks: i64,
    pub added: i64,
    pub changed: i64,
    pub removed: i64,
    pub taken_over: i64,
}

impl Ingested {
    fn of(row: &Row) -> Self {
        Self {
            document_id: number(row, "document_id"),
            chunks: number(row, "chunks"),
            added: number(row, "added"),
            changed: number(row, "changed"),
            removed: number(row, "removed"),
            taken_over: number(row, "vectors_taken_over"),
        }
    }

    /// Added, changed, removed, and how many of them came with a vector.
    pub fn counts(self) -> [i64; 4] {
        [self.added, self.changed, self.removed, self.taken_over]
    }
}

/// A chunk as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub chunk_id: i64,
    pub ordinal: i64,
    pub text: String,
    pub model: String,
    pub embedded_at: Option<String>,
    pub vector: Option<String>,
}

impl Corpus {
    pub fn new() -> Self {
        Self::called(Names::default())
    }

    /// The same with other names.
    pub fn called(names: Names<'_>) -> Self {
        let database = Database::new(&Target::Sandbox(None), ConnectOptions::default()).expect("the engine starts");
        let files = template::files(Embedding { model: MODEL, dimensions: DIMENSIONS }, names);
        let endpoint = (template::ENDPOINT.to_owned(), Some(embed::LOCAL_ENDPOINT.to_owned()));
        let project = Project::from_texts(files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
            .with_variables(Variables::new([endpoint]));
        assert!(project.problems.is_empty(), "{:?}", project.problems);
        let options = ApplyOptions {
            history: History { table: Name::dbo("history") },
            to_version: None,
            lock_timeout: Duration::from_secs(30),
            timeout: None,
        };
        database.apply(&project.migrations, &options, &mut silent).expect("the migrations run");
        Self { database }
    }

    /// Sends a batch as a tenant; the rows of its first result.
    pub fn send(&self, tenant: i32, sql: &str) -> Result<Vec<Row>, RunError> {
        self.database.query(&format!("EXEC sp_set_session_context N'tenant_id', {tenant};\n{sql}"), &mut silent)
    }

    /// The same for a batch that has to succeed.
    pub fn rows(&self, tenant: i32, sql: &str) -> Vec<Row> {
        self.send(tenant, sql).unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// Sends a batch that has to be refused with this number.
    pub fn refused(&self, tenant: i32, sql: &str, with: u32) {
        let error = self.send(tenant, sql).expect_err("this is refused");
        assert!(error.to_string().contains(&format!("Msg {with},")), "{with}: {error}");
    }

    /// A number that a query gives as `n`.
    pub fn number(&self, sql: &str) -> i64 {
        number(&self.rows(0, sql)[0], "n")
    }

    /// One document with these chunks.
    pub fn ingest(&self, tenant: i32, source: &str, chunks: &[&str]) -> Ingested {
        Ingested::of(&self.rows(tenant, &ingest(tenant, source, chunks))[0])
    }

    /// Cuts the body of a document in the database.
    pub fn chunk(&self, tenant: i32, document_id: i64) -> Ingested {
        Ingested::of(&self.rows(tenant, &format!("EXEC dbo.chunk_document {document_id};"))[0])
    }

    /// Embeds what waits, by the local embedder under the corpus' own name; gives how many.
    pub fn embed(&self) -> i64 {
        let pending = self.pending();
        let given: Vec<_> = pending.iter().map(|(id, hash, text)| embedding(*id, hash, text)).collect();
        self.store(&json!(given)).0
    }

    /// Embeds the next chunks in the database: how many by the model, and how many took over a vector.
    pub fn embed_here(&self, batch: usize) -> (i64, i64) {
        let row = &self.rows(0, &format!("EXEC dbo.embed_pending_chunks {batch};"))[0];
        (number(row, "embedded"), number(row, "vectors_taken_over"))
    }

    /// Chunks that wait, with the hashes of their texts.
    pub fn pending(&self) -> Vec<(i64, String, String)> {
        let rows = self.rows(
            0,
            "SELECT chunk_id, CONVERT(CHAR(64), source_hash, 2) AS hash, chunk_text FROM dbo.document_chunks \
             WHERE embedded_at IS NULL ORDER BY chunk_id;",
        );
        rows.iter().map(|row| (number(row, "chunk_id"), text(row, "hash"), text(row, "chunk_text"))).collect()
    }

    /// Stores vectors; how many were stored and how many not.
    pub fn store(&self, embeddings: &serde_json::Value) -> (i64, i64) {
        let row = &self.rows(0, &store(MODEL, DIMENSIONS, embeddings))[0];
        (number(row, "stored"), number(row, "not_stored"))
    }

    /// The chunks of a document, in order.
    pub fn stored(&self, document_id: i64) -> Vec<Stored> {
        let sql = format!(
            "SELECT chunk_id, ordinal, chunk_text, embed_model, CONVERT(VARCHAR(40), embedded_at, 126) AS embedded_at, \
             CAST(embedding AS NVARCHAR(MAX)) AS vector FROM dbo.document_chunks \
             WHERE document_id = {document_id} ORDER BY ordinal;"
        );
        let rows = self.rows(0, &sql);
        let stored = rows.iter().map(|row| Stored {
            chunk_id: number(row, "chunk_id"),
            ordinal: number(row, "ordinal"),
            text: text(row, "chunk_text"),
            model: text(row, "embed_model"),
            embedded_at: row.get("embedded_at").expect("a time or nothing"),
            vector: row.get("vector").expect("a vector or nothing"),
        });
        stored.collect()
    }
}

fn silent(_: &Event) {}

/// The call that brings in a document.
pub fn ingest(tenant: i32, source: &str, chunks: &[&str]) -> String {
    format!(
        "EXEC dbo.ingest_document @tenant_id = {tenant}, @source = {source}, @title = {source}, @body = {body}, \
         @chunks = {chunks};",
        source = spell::unicode(source),
        body = spell::unicode(&chunks.concat()),
        chunks = spell::unicode(&json!(chunks).to_string()),
    )
}

/// The call that stores vectors.
pub fn store(model: &str, dimensions: u32, embeddings: &serde_json::Value) -> String {
    format!(
        "EXEC dbo.store_embeddings @model = {}, @dims = {dimensions}, @embeddings = {};",
        spell::unicode(model),
        spell::unicode(&embeddings.to_string())
    )
}

/// A chunk's vector as `dbo.store_embeddings` takes it.
pub fn embedding(chunk_id: i64, hash: &str, text: &str) -> serde_json::Value {
    json!({ "chunk_id": chunk_id, "source_hash": hash, "embedding": embed::local(text, DIMENSIONS as usize) })
}

pub fn number(row: &Row, column: &str) -> i64 {
    row.get(column).unwrap_or_else(|error| panic!("{column}: {error}"))
}

pub fn text(row: &Row, column: &str) -> String {
    row.get(column).unwrap_or_else(|error| panic!("{column}: {error}"))
}
