-- Embeddings that were computed outside: [{"chunk_id": 1, "source_hash": "<64 hex digits>", "embedding": [0.1, …]}, …].
-- A chunk whose text changed since it was read keeps waiting: its hash is another one. One that has a vector keeps it.
-- Tells in one row how many were stored, how many were not, and how many other chunks of the same texts took one over.
CREATE PROCEDURE dbo.store_embeddings
    @model      SYSNAME,
    @dims       SMALLINT,
    @embeddings NVARCHAR(MAX)
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    DECLARE @given INT, @stored INT, @taken_over INT, @own_model SYSNAME, @own_dims SMALLINT;
    DECLARE @fresh TABLE (chunk_id INT NOT NULL PRIMARY KEY, source_hash BINARY(32) NOT NULL);

    SELECT @own_model = corpus.embed_model, @own_dims = corpus.embed_dims FROM dbo.corpus;
    IF @own_model IS NULL
        THROW 50102, N'dbo.corpus has no row: it says which model embeds the corpus, and it has to be there.', 1;
    IF @model IS NULL OR @model <> @own_model
        THROW 50108, N'The corpus is embedded by another model: two models'' vectors in one column cannot be told apart.', 1;
    IF @dims IS NULL OR @dims <> @own_dims
        THROW 50109, N'The corpus has vectors of other dimensions.', 1;

    SELECT @given = COUNT(*) FROM OPENJSON(@embeddings);
    BEGIN TRANSACTION;
    -- A vector of another length than the column's is refused by the CAST (Msg 42204), and then nothing is stored.
    UPDATE c
       SET embedding   = CAST(e.embedding AS VECTOR(1536)),
           embed_model = @own_model,
           embed_dims  = @own_dims,
           embedded_at = SYSUTCDATETIME()
    OUTPUT inserted.chunk_id, inserted.source_hash INTO @fresh (chunk_id, source_hash)
      FROM OPENJSON(@embeddings) WITH (
               chunk_id    INT           '$.chunk_id',
               source_hash CHAR(64)      '$.source_hash',
               embedding   NVARCHAR(MAX) '$.embedding' AS JSON
           ) AS e
      JOIN dbo.document_chunks AS c
        ON c.chunk_id = e.chunk_id AND c.source_hash = CONVERT(BINARY(32), e.source_hash, 2)
     WHERE c.embedded_at IS NULL AND e.embedding IS NOT NULL;
    SET @stored = @@ROWCOUNT;

    -- The same texts elsewhere in the queue take over the vectors.
    UPDATE c
       SET embedding   = known.embedding,
           embed_model = known.embed_model,
           embed_dims  = known.embed_dims,
           embedded_at = SYSUTCDATETIME()
      FROM @fresh AS f
      JOIN dbo.document_chunks AS known ON known.chunk_id = f.chunk_id
      JOIN dbo.document_chunks AS c ON c.source_hash = f.source_hash
     WHERE c.embedded_at IS NULL;
    SET @taken_over = @@ROWCOUNT;
    COMMIT TRANSACTION;

    SELECT @stored AS stored, @given - @stored AS not_stored, @taken_over AS vectors_taken_over;
END;
