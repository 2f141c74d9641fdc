//! The T-SQL by which the demonstration loads and asks. The pipeline of an application does the same.

use super::corpus::Document;
use crate::db::literal;
use crate::embed;

/// The dimensions of the project's vector column.
pub const DIMENSIONS: usize = 1536;

/// A batch that writes one document as its tenant, so that the policy on `dbo.documents` lets it in, and its
/// chunks without vectors.
pub fn insert(document: &Document) -> String {
    let tenant = document.tenant;
    let mut sql = format!(
        "EXEC sp_set_session_context N'tenant_id', {tenant};\n\
         INSERT INTO dbo.documents (tenant_id, title, body) VALUES ({tenant}, {title}, {body});\n\
         DECLARE @id INT = SCOPE_IDENTITY();\n",
        title = literal(&document.title),
        body = literal(&document.body),
    );
    for (ordinal, chunk) in document.chunks.iter().enumerate() {
        let text = literal(chunk);
        sql += &format!(
            "INSERT INTO dbo.document_chunks (document_id, tenant_id, ordinal, chunk_text, source_hash, embed_model, \
             embed_dims) VALUES (@id, {tenant}, {ordinal}, {text}, HASHBYTES('SHA2_256', {text}), N'{model}', \
             {DIMENSIONS});\n",
            model = embed::LOCAL_MODEL,
        );
    }
    sql
}

/// The chunks that are still to be embedded, in the order of the queue index.
pub fn pending(limit: usize) -> String {
    format!(
        "SELECT TOP ({limit}) CAST(chunk_id AS bigint) AS chunk_id, chunk_text FROM dbo.document_chunks \
         WHERE embedded_at IS NULL ORDER BY chunk_id"
    )
}

/// A statement that stores a vector together with its provenance, in one statement as the schema asks for.
pub fn store(chunk_id: i64, text: &str) -> String {
    format!(
        "UPDATE dbo.document_chunks SET embedding = CAST(N'{vector}' AS VECTOR({DIMENSIONS})), embed_model = N'{model}', \
         embed_dims = {DIMENSIONS}, embedded_at = SYSUTCDATETIME() WHERE chunk_id = {chunk_id};\n",
        vector = embed::json(&embed::local(text, DIMENSIONS)),
        model = embed::LOCAL_MODEL,
    )
}

/// The retrieval: the tenant filter inside the search, distance alone inside, reading order outside.
pub fn search(question: &str, tenant: i32, top: usize) -> String {
    format!(
        "DECLARE @q VECTOR({DIMENSIONS}) = CAST(N'{vector}' AS VECTOR({DIMENSIONS}));\n\
         EXEC sp_set_session_context N'tenant_id', {tenant};\n\
         SELECT d.title, CAST(hits.ordinal AS int) AS ordinal, hits.chunk_text FROM (\n\
         \x20   SELECT TOP ({top}) WITH APPROXIMATE c.document_id, c.ordinal, c.chunk_text, r.distance\n\
         \x20   FROM VECTOR_SEARCH(TABLE = dbo.document_chunks AS c, COLUMN = embedding, SIMILAR_TO = @q, METRIC = 'cosine') AS r\n\
         \x20   WHERE c.tenant_id = {tenant}\n\
         \x20   ORDER BY r.distance) AS hits\n\
         JOIN dbo.documents AS d ON d.document_id = hits.document_id\n\
         ORDER BY hits.document_id, hits.ordinal;",
        vector = embed::json(&embed::local(question, DIMENSIONS)),
    )
}
