//! The calls by which the demonstration loads and asks. The pipeline of an application does the same.

use serde_json::json;

use super::corpus::Document;
use crate::db::literal;
use crate::embed;

/// The dimensions of the demonstration's vectors.
pub const DIMENSIONS: u32 = 1536;

/// A chunk that waits for its vector.
pub struct Pending {
    /// Its key.
    pub chunk_id: i64,
    /// The hash of its text, as hexadecimal digits.
    pub source_hash: String,
    /// Its text.
    pub text: String,
}

/// Brings in one document with its chunks, as its tenant, so that the policy on `dbo.documents` lets it in.
pub fn ingest(document: &Document) -> String {
    format!(
        "EXEC sp_set_session_context N'tenant_id', {tenant};\n\
         EXEC dbo.ingest_document @tenant_id = {tenant}, @source = {source}, @title = {title}, @body = {body}, \
         @chunks = {chunks};",
        tenant = document.tenant,
        source = literal(&document.source),
        title = literal(&document.title),
        body = literal(&document.body),
        chunks = literal(&json!(document.chunks).to_string()),
    )
}

/// The chunks that are still to be embedded, in the order of the queue index.
pub fn pending(limit: usize) -> String {
    format!(
        "SELECT TOP ({limit}) CAST(chunk_id AS bigint) AS chunk_id, CONVERT(CHAR(64), source_hash, 2) AS source_hash, \
         chunk_text FROM dbo.document_chunks WHERE embedded_at IS NULL ORDER BY chunk_id"
    )
}

/// Stores the vectors of chunks together with their provenance.
pub fn store(chunks: &[Pending]) -> String {
    let embeddings = chunks.iter().map(|chunk| {
        let vector = embed::local(&chunk.text, DIMENSIONS as usize);
        json!({ "chunk_id": chunk.chunk_id, "source_hash": chunk.source_hash, "embedding": vector })
    });
    format!(
        "EXEC dbo.store_embeddings @model = {model}, @dims = {DIMENSIONS}, @embeddings = {embeddings};",
        model = literal(embed::LOCAL_MODEL),
        embeddings = literal(&serde_json::Value::from_iter(embeddings).to_string()),
    )
}

/// The retrieval, with the titles that the tenant may see.
pub fn search(question: &str, tenant: i32, top: usize) -> String {
    format!(
        "EXEC sp_set_session_context N'tenant_id', {tenant};\n\
         DECLARE @q VECTOR({DIMENSIONS}) = CAST(N'{vector}' AS VECTOR({DIMENSIONS}));\n\
         DECLARE @hits TABLE (chunk_id INT, document_id INT, ordinal INT, chunk_text NVARCHAR(MAX), distance FLOAT);\n\
         INSERT INTO @hits EXEC dbo.search_chunks @question_vector = @q, @tenant_id = {tenant}, @top = {top};\n\
         SELECT d.title, hits.ordinal, hits.chunk_text FROM @hits AS hits\n\
         JOIN dbo.documents AS d ON d.document_id = hits.document_id ORDER BY hits.document_id, hits.ordinal;",
        vector = embed::json(&embed::local(question, DIMENSIONS as usize)),
    )
}
