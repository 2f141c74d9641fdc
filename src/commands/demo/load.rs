//! The calls by which the demonstration loads and asks. The pipeline of an application does the same.

use serde_json::json;

use super::corpus::Document;
use crate::db::literal;

/// The dimensions of the demonstration's vectors.
pub const DIMENSIONS: u32 = 1536;

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

/// Embeds the next chunks of the queue, in the database.
pub fn embed(batch: usize) -> String {
    format!("EXEC dbo.embed_pending_chunks @batch = {batch};")
}

/// The retrieval, with the titles that the tenant may see.
pub fn search(question: &str, tenant: i32, top: usize) -> String {
    format!(
        "EXEC sp_set_session_context N'tenant_id', {tenant};\n\
         DECLARE @q VECTOR({DIMENSIONS}) = AI_GENERATE_EMBEDDINGS({question} USE MODEL text_embedder);\n\
         DECLARE @hits TABLE (chunk_id INT, document_id INT, ordinal INT, chunk_text NVARCHAR(MAX), distance FLOAT);\n\
         INSERT INTO @hits EXEC dbo.search_chunks @question_vector = @q, @tenant_id = {tenant}, @top = {top};\n\
         SELECT d.title, hits.ordinal, hits.chunk_text FROM @hits AS hits\n\
         JOIN dbo.documents AS d ON d.document_id = hits.document_id ORDER BY hits.document_id, hits.ordinal;",
        question = literal(question),
    )
}
