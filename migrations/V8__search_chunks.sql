-- The retrieval. The tenant filter stands inside the search: no policy can back it up on a table with a vector index
-- (Msg 37579), so this WHERE is the boundary between tenants. A bigger number never takes its place.
--
-- Inside, the order is the distance alone (Msg 42248, Msg 42271); of @candidates the @top nearest are taken by their
-- exact distance; outside, the order is that of reading. Without the vector index the same query is exact. A distance is
-- no probability: it belongs in no prompt.
--
-- Who says which model embedded the question is refused when it is another one, also in the moment in which the corpus
-- moves to a new model.
CREATE PROCEDURE dbo.search_chunks
    @question_vector VECTOR(1536),
    @tenant_id       INT,
    @top             INT = 8,
    @candidates      INT = 40,
    @model           SYSNAME = NULL
AS
BEGIN
    SET NOCOUNT ON;
    IF @question_vector IS NULL OR @tenant_id IS NULL
        THROW 50110, N'A search needs the vector of a question and a tenant.', 1;
    IF @model <> N'text-embedding-3-small'
        THROW 50108, N'The corpus is embedded by another model: distances between two models'' vectors mean nothing.', 1;
    IF @top IS NULL OR @top < 1
        THROW 50111, N'A search gives at least one chunk.', 1;
    IF @candidates IS NULL OR @candidates < @top
        SET @candidates = @top;

    SELECT hits.chunk_id, hits.document_id, hits.ordinal, hits.chunk_text, hits.distance
    FROM (
        SELECT TOP (@top) near.chunk_id, near.document_id, near.ordinal, near.chunk_text,
               VECTOR_DISTANCE('cosine', near.embedding, @question_vector) AS distance
        FROM (
            SELECT TOP (@candidates) WITH APPROXIMATE
                   c.chunk_id, c.document_id, c.ordinal, c.chunk_text, c.embedding, r.distance
            FROM VECTOR_SEARCH(
                    TABLE      = dbo.document_chunks AS c,
                    COLUMN     = embedding,
                    SIMILAR_TO = @question_vector,
                    METRIC     = 'cosine'
                 ) AS r
            WHERE c.tenant_id = @tenant_id AND c.embedded_at IS NOT NULL
            ORDER BY r.distance
        ) AS near
        ORDER BY VECTOR_DISTANCE('cosine', near.embedding, @question_vector), near.chunk_id
    ) AS hits
    ORDER BY hits.document_id, hits.ordinal;
END;
GO

-- A hit with what stands around it: a wider window for the prompt, by a seek on (document_id, ordinal).
CREATE PROCEDURE dbo.neighbouring_chunks
    @chunk_id  INT,
    @tenant_id INT,
    @window    INT = 1
AS
BEGIN
    SET NOCOUNT ON;
    SELECT c.chunk_id, c.document_id, c.ordinal, c.chunk_text
    FROM dbo.document_chunks AS hit
    JOIN dbo.document_chunks AS c
      ON c.document_id = hit.document_id AND c.ordinal BETWEEN hit.ordinal - @window AND hit.ordinal + @window
    WHERE hit.chunk_id = @chunk_id AND hit.tenant_id = @tenant_id AND c.tenant_id = @tenant_id
    ORDER BY c.ordinal;
END;
