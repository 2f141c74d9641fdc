-- The ingest. It may be run again at any time, by several callers at once: what is unchanged is not touched.
--
-- Callers of one document wait for each other on an application lock that goes with the transaction. The MERGE takes no
-- range locks (HOLDLOCK): two new documents would hold the same last range of the key and end as deadlock victims. The
-- unique key stands behind it (Msg 2601). A victim of a deadlock (Msg 1205) has written nothing and may call again.
--
-- The policy on dbo.documents decides who may write: a session whose tenant_id is another tenant's, or not set, finds
-- no document. That is asked first, since the unique key would tell of documents that the policy hides.
CREATE TYPE dbo.chunk_list AS TABLE (
    ordinal    INT           NOT NULL PRIMARY KEY CLUSTERED,
    chunk_text NVARCHAR(MAX) NOT NULL
);
GO

-- Makes the chunks of a document what the list says, and tells in one row what was done.
CREATE PROCEDURE dbo.ingest_chunks
    @document_id INT,
    @chunks      dbo.chunk_list READONLY
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    DECLARE @tenant_id INT, @model SYSNAME, @dims SMALLINT, @lock INT;
    DECLARE @resource NVARCHAR(255) = CONCAT(N'ragsql document ', @document_id);
    DECLARE @changes TABLE (change NVARCHAR(10) NOT NULL, has_vector BIT NOT NULL);

    IF EXISTS (SELECT 1 FROM @chunks WHERE DATALENGTH(chunk_text) = 0)
        THROW 50101, N'A chunk without text cannot be embedded: leave it out of the list.', 1;
    SELECT @model = corpus.embed_model, @dims = corpus.embed_dims FROM dbo.corpus;
    IF @model IS NULL
        THROW 50102, N'dbo.corpus has no row: it says which model embeds the corpus, and it has to be there.', 1;

    BEGIN TRANSACTION;
    EXEC @lock = sp_getapplock @Resource = @resource, @LockMode = N'Exclusive', @LockTimeout = 60000;
    IF @lock < 0
        THROW 50103, N'Another caller has been writing this document for a minute: call again.', 1;
    SELECT @tenant_id = tenant_id FROM dbo.documents WHERE document_id = @document_id;
    IF @tenant_id IS NULL
        THROW 50104, N'There is no such document for the tenant_id in this session''s context.', 1;

    -- A text that any chunk of the model already carries takes over its vector, found by its hash: also when it only
    -- moved within this document. Texts are never compared, since collations take different texts for the same.
    WITH chunks_of_document AS (
        SELECT document_id, tenant_id, ordinal, chunk_text, source_hash, embed_model, embed_dims, embedded_at, embedding
        FROM dbo.document_chunks
        WHERE document_id = @document_id
    )
    MERGE chunks_of_document AS t
    USING (
        SELECT c.ordinal, c.chunk_text, h.source_hash, k.embedding, k.embedded_at
        FROM @chunks AS c
        CROSS APPLY (SELECT CAST(HASHBYTES('SHA2_256', c.chunk_text) AS BINARY(32)) AS source_hash) AS h
        OUTER APPLY (
            SELECT TOP (1) o.embedding, SYSUTCDATETIME() AS embedded_at
            FROM dbo.document_chunks AS o
            WHERE o.source_hash = h.source_hash
              AND o.embed_model = @model AND o.embed_dims = @dims AND o.embedded_at IS NOT NULL
            ORDER BY o.chunk_id
        ) AS k
    ) AS s ON t.document_id = @document_id AND t.ordinal = s.ordinal
    WHEN MATCHED AND (t.source_hash <> s.source_hash OR t.tenant_id <> @tenant_id) THEN
        UPDATE SET tenant_id   = @tenant_id,
                   chunk_text  = s.chunk_text,
                   source_hash = s.source_hash,
                   embed_model = @model,
                   embed_dims  = @dims,
                   embedded_at = s.embedded_at,
                   embedding   = s.embedding
    WHEN NOT MATCHED BY TARGET THEN
        INSERT (document_id, tenant_id, ordinal, chunk_text, source_hash, embed_model, embed_dims, embedded_at, embedding)
        VALUES (@document_id, @tenant_id, s.ordinal, s.chunk_text, s.source_hash, @model, @dims, s.embedded_at, s.embedding)
    WHEN NOT MATCHED BY SOURCE THEN
        DELETE
    OUTPUT $action, CASE WHEN inserted.embedded_at IS NULL THEN 0 ELSE 1 END INTO @changes (change, has_vector);
    COMMIT TRANSACTION;

    SELECT @document_id AS document_id,
           (SELECT COUNT(*) FROM @chunks) AS chunks,
           COUNT(CASE WHEN change = N'INSERT' THEN 1 END) AS added,
           COUNT(CASE WHEN change = N'UPDATE' THEN 1 END) AS changed,
           COUNT(CASE WHEN change = N'DELETE' THEN 1 END) AS removed,
           COUNT(CASE WHEN has_vector = 1 THEN 1 END) AS vectors_taken_over
    FROM @changes;
END;
GO

-- One document with its chunks, a JSON array of strings in reading order, in one transaction. Tells in one row what was
-- done: document_id, chunks, added, changed, removed, vectors_taken_over.
CREATE PROCEDURE dbo.ingest_document
    @tenant_id INT,
    @source    NVARCHAR(400),
    @title     NVARCHAR(400),
    @body      NVARCHAR(MAX),
    @chunks    NVARCHAR(MAX)
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    DECLARE @document_id INT, @lock INT, @list dbo.chunk_list;
    DECLARE @session_tenant_id INT = CAST(SESSION_CONTEXT(N'tenant_id') AS INT);
    DECLARE @resource NVARCHAR(255) =
        CONCAT(N'ragsql source ', @tenant_id, N' ', CONVERT(NCHAR(64), HASHBYTES('SHA2_256', @source), 2));

    IF @tenant_id IS NULL OR @source IS NULL OR @title IS NULL OR @body IS NULL
        THROW 50105, N'An ingest needs a tenant, a source, a title and a body.', 1;
    IF @session_tenant_id IS NULL OR @session_tenant_id <> @tenant_id
        THROW 50107, N'This session''s tenant_id is not that of the document: see sp_set_session_context.', 1;
    IF ISNULL(ISJSON(@chunks, ARRAY), 0) = 0 OR EXISTS (SELECT 1 FROM OPENJSON(@chunks) WHERE [type] <> 1)
        THROW 50106, N'The chunks are not a JSON array of strings.', 1;
    INSERT INTO @list (ordinal, chunk_text) SELECT CAST([key] AS INT), [value] FROM OPENJSON(@chunks);

    BEGIN TRANSACTION;
    EXEC @lock = sp_getapplock @Resource = @resource, @LockMode = N'Exclusive', @LockTimeout = 60000;
    IF @lock < 0
        THROW 50103, N'Another caller has been writing this document for a minute: call again.', 1;
    SELECT @document_id = document_id FROM dbo.documents WHERE tenant_id = @tenant_id AND source = @source;
    IF @document_id IS NULL
    BEGIN
        INSERT INTO dbo.documents (tenant_id, source, title, body) VALUES (@tenant_id, @source, @title, @body);
        SET @document_id = SCOPE_IDENTITY();
    END;
    ELSE
        UPDATE dbo.documents
           SET title = @title, body = @body, updated_at = SYSUTCDATETIME()
         WHERE document_id = @document_id
           AND (HASHBYTES('SHA2_256', title) <> HASHBYTES('SHA2_256', @title)
                OR HASHBYTES('SHA2_256', body) <> HASHBYTES('SHA2_256', @body));
    EXEC dbo.ingest_chunks @document_id = @document_id, @chunks = @list;
    COMMIT TRANSACTION;
END;
GO

-- Deletes a document and its chunks.
CREATE PROCEDURE dbo.delete_document
    @document_id INT
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    DECLARE @removed INT, @lock INT, @resource NVARCHAR(255) = CONCAT(N'ragsql document ', @document_id);

    BEGIN TRANSACTION;
    EXEC @lock = sp_getapplock @Resource = @resource, @LockMode = N'Exclusive', @LockTimeout = 60000;
    IF @lock < 0
        THROW 50103, N'Another caller has been writing this document for a minute: call again.', 1;
    IF NOT EXISTS (SELECT 1 FROM dbo.documents WHERE document_id = @document_id)
        THROW 50104, N'There is no such document for the tenant_id in this session''s context.', 1;
    DELETE FROM dbo.document_chunks WHERE document_id = @document_id;
    SET @removed = @@ROWCOUNT;
    DELETE FROM dbo.documents WHERE document_id = @document_id;
    COMMIT TRANSACTION;

    SELECT @document_id AS document_id, @removed AS removed;
END;
