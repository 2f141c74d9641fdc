-- Chunks of a text that is already in the database, cut by the engine and brought in by the same ingest. Call it again
-- whenever the body was changed. AI_GENERATE_CHUNKS needs compatibility level 170, and takes FIXED without quotes.
CREATE PROCEDURE dbo.chunk_document
    @document_id INT
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    DECLARE @body NVARCHAR(MAX), @size INT, @overlap INT, @lock INT, @list dbo.chunk_list;
    DECLARE @resource NVARCHAR(255) = CONCAT(N'ragsql document ', @document_id);

    SELECT @size = chunk_size, @overlap = chunk_overlap FROM dbo.corpus;
    BEGIN TRANSACTION;
    -- The body is read under the lock: whoever comes second cuts what the first one left.
    EXEC @lock = sp_getapplock @Resource = @resource, @LockMode = N'Exclusive', @LockTimeout = 60000;
    IF @lock < 0
        THROW 50103, N'Another caller has been writing this document for a minute: call again.', 1;
    SELECT @body = body FROM dbo.documents WHERE document_id = @document_id;
    IF @body IS NULL
        THROW 50104, N'There is no such document for the tenant_id in this session''s context.', 1;

    INSERT INTO @list (ordinal, chunk_text)
    SELECT ROW_NUMBER() OVER (ORDER BY c.chunk_order) - 1, c.chunk
    FROM AI_GENERATE_CHUNKS(source = @body, chunk_type = FIXED, chunk_size = @size, overlap = @overlap) AS c;
    EXEC dbo.ingest_chunks @document_id = @document_id, @chunks = @list;
    COMMIT TRANSACTION;
END;
