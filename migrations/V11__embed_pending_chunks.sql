-- Embeds the next chunks of the queue by the model in the database. Call it until `embedded` is 0; stop and go on at any
-- time. Several callers may run at once: READPAST lets each take other rows. A row is one call of the model, and stays
-- locked until the batch is done, so batches are small.
CREATE PROCEDURE dbo.embed_pending_chunks
    @batch INT = 50
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    DECLARE @embedded INT, @taken_over INT, @fresh TABLE (chunk_id INT NOT NULL PRIMARY KEY, source_hash BINARY(32) NOT NULL);

    IF NOT EXISTS (SELECT 1 FROM dbo.corpus WHERE corpus.embed_model = N'text-embedding-3-small' AND corpus.embed_dims = 1536)
        THROW 50108, N'The corpus is embedded by another model: two models'' vectors in one column cannot be told apart.', 1;

    BEGIN TRANSACTION;
    -- The vector and its provenance in one statement.
    UPDATE TOP (@batch) c
       SET embedding   = AI_GENERATE_EMBEDDINGS(c.chunk_text USE MODEL text_embedder),
           embed_model = N'text-embedding-3-small',
           embed_dims  = 1536,
           embedded_at = SYSUTCDATETIME()
    OUTPUT inserted.chunk_id, inserted.source_hash INTO @fresh (chunk_id, source_hash)
      FROM dbo.document_chunks AS c WITH (ROWLOCK, UPDLOCK, READPAST)
     WHERE c.embedded_at IS NULL;
    SET @embedded = @@ROWCOUNT;

    -- The same texts elsewhere in the queue take over the vectors.
    UPDATE c
       SET embedding   = known.embedding,
           embed_model = known.embed_model,
           embed_dims  = known.embed_dims,
           embedded_at = SYSUTCDATETIME()
      FROM @fresh AS f
      JOIN dbo.document_chunks AS known ON known.chunk_id = f.chunk_id
      JOIN dbo.document_chunks AS c WITH (ROWLOCK, UPDLOCK, READPAST) ON c.source_hash = f.source_hash
     WHERE c.embedded_at IS NULL;
    SET @taken_over = @@ROWCOUNT;
    COMMIT TRANSACTION;

    SELECT @embedded AS embedded, @taken_over AS vectors_taken_over;
END;
