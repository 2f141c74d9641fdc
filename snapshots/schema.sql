-- The schema that migrations/ and post-load/ lead to on an empty database. `ragsql snapshot` writes this file.

SET ANSI_NULLS, QUOTED_IDENTIFIER ON;
GO

---- Schemas

CREATE SCHEMA security;
GO

---- Credentials and external models

-- The secret is not kept: put it in before this runs.
CREATE DATABASE SCOPED CREDENTIAL [${EMBEDDING_ENDPOINT}] WITH IDENTITY = 'Managed Identity', SECRET = '<secret>';
GO

CREATE EXTERNAL MODEL text_embedder WITH (
    LOCATION = '${EMBEDDING_ENDPOINT}/openai/deployments/text-embedding-3-small/embeddings?api-version=2024-10-21',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [${EMBEDDING_ENDPOINT}],
    PARAMETERS = '{"dimensions":1536,"sql_rest_options":{"retry_count":5}}'
);
GO

---- Other objects

-- Known by name only: MASTER KEY::dbo.[MASTER KEY]

---- Types

CREATE TYPE dbo.chunk_list AS TABLE (
    ordinal int NOT NULL,
    chunk_text nvarchar(max) NOT NULL,
    PRIMARY KEY CLUSTERED (ordinal)
);
GO

---- Tables

CREATE TABLE dbo.corpus (
    corpus_id tinyint NOT NULL CONSTRAINT df_corpus_corpus_id DEFAULT 1,
    embed_model sysname NOT NULL,
    embed_dims smallint NOT NULL,
    generation int NOT NULL CONSTRAINT df_corpus_generation DEFAULT 1,
    next_model sysname NULL,
    next_dims smallint NULL,
    next_generation int NULL,
    chunker nvarchar(100) NOT NULL,
    chunk_size int NOT NULL,
    chunk_overlap tinyint NOT NULL,
    CONSTRAINT pk_corpus PRIMARY KEY CLUSTERED (corpus_id),
    CONSTRAINT ck_corpus_chunk_overlap CHECK (chunk_overlap <= 50),
    CONSTRAINT ck_corpus_chunk_size CHECK (chunk_size > 0),
    CONSTRAINT ck_corpus_one_row CHECK (corpus_id = 1)
);
GO

CREATE TABLE dbo.document_chunks (
    chunk_id int NOT NULL IDENTITY(1, 1),
    document_id int NOT NULL,
    tenant_id int NOT NULL,
    ordinal int NOT NULL,
    chunk_text nvarchar(max) NOT NULL,
    source_hash binary(32) NOT NULL,
    embed_model sysname NOT NULL,
    embed_dims smallint NOT NULL,
    embedded_at datetime2(3) NULL,
    embedding vector(1536) NULL,
    CONSTRAINT pk_document_chunks PRIMARY KEY CLUSTERED (chunk_id),
    CONSTRAINT ck_document_chunks_ordinal CHECK (ordinal >= 0)
);

CREATE INDEX ix_chunks_hash ON dbo.document_chunks (source_hash) INCLUDE (embed_model, embedded_at);
CREATE INDEX ix_chunks_pending ON dbo.document_chunks (chunk_id) WHERE embedded_at IS NULL;
CREATE INDEX ix_chunks_tenant ON dbo.document_chunks (tenant_id);
CREATE UNIQUE INDEX ux_chunks_identity ON dbo.document_chunks (document_id, ordinal);
GO

CREATE TABLE dbo.documents (
    document_id int NOT NULL IDENTITY(1, 1),
    tenant_id int NOT NULL,
    source nvarchar(400) COLLATE Latin1_General_100_BIN2 NULL,
    title nvarchar(400) NOT NULL,
    body nvarchar(max) NOT NULL,
    updated_at datetime2(3) NOT NULL CONSTRAINT df_documents_updated_at DEFAULT SYSUTCDATETIME(),
    CONSTRAINT pk_documents PRIMARY KEY CLUSTERED (document_id)
);

CREATE INDEX ix_documents_tenant ON dbo.documents (tenant_id);
CREATE UNIQUE INDEX ux_documents_source ON dbo.documents (tenant_id, source) WHERE source IS NOT NULL;
GO

CREATE TABLE dbo.retrieval_log (
    log_id bigint NOT NULL IDENTITY(1, 1),
    answer_id uniqueidentifier NOT NULL,
    position int NOT NULL,
    tenant_id int NOT NULL,
    chunk_id int NOT NULL,
    document_id int NOT NULL,
    ordinal int NOT NULL,
    source_hash binary(32) NOT NULL,
    logged_at datetime2(3) NOT NULL CONSTRAINT df_retrieval_log_logged_at DEFAULT SYSUTCDATETIME(),
    CONSTRAINT pk_retrieval_log PRIMARY KEY CLUSTERED (log_id)
);

CREATE INDEX ix_retrieval_log_chunk ON dbo.retrieval_log (chunk_id);
CREATE UNIQUE INDEX ux_retrieval_log_answer ON dbo.retrieval_log (answer_id, position);
GO

---- Foreign keys

ALTER TABLE dbo.document_chunks ADD CONSTRAINT fk_document_chunks_documents FOREIGN KEY (document_id) REFERENCES dbo.documents (document_id);
GO

---- Functions, views, procedures and triggers

CREATE FUNCTION security.tenant_predicate (@tenant_id INT)
RETURNS TABLE
WITH SCHEMABINDING
AS
RETURN
    SELECT 1 AS allowed
    WHERE @tenant_id = CAST(SESSION_CONTEXT(N'tenant_id') AS INT);
GO

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
GO

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
GO

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
GO

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

CREATE PROCEDURE dbo.log_retrieval
    @answer_id UNIQUEIDENTIFIER,
    @tenant_id INT,
    @chunk_ids NVARCHAR(MAX)
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    BEGIN TRANSACTION;
    INSERT INTO dbo.retrieval_log (answer_id, position, tenant_id, chunk_id, document_id, ordinal, source_hash)
    SELECT @answer_id, CAST(given.[key] AS INT), c.tenant_id, c.chunk_id, c.document_id, c.ordinal, c.source_hash
    FROM OPENJSON(@chunk_ids) AS given
    JOIN dbo.document_chunks AS c ON c.chunk_id = CAST(given.[value] AS INT)
    WHERE c.tenant_id = @tenant_id;
    IF @@ROWCOUNT <> (SELECT COUNT(*) FROM OPENJSON(@chunk_ids))
        THROW 50112, N'One of these chunks is not there for this tenant: nothing was logged.', 1;
    COMMIT TRANSACTION;
END;
GO

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
GO

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
GO

---- Security policies

CREATE SECURITY POLICY security.documents_by_tenant
    ADD FILTER PREDICATE security.tenant_predicate(tenant_id) ON dbo.documents,
    ADD BLOCK PREDICATE security.tenant_predicate(tenant_id) ON dbo.documents AFTER INSERT,
    ADD BLOCK PREDICATE security.tenant_predicate(tenant_id) ON dbo.documents AFTER UPDATE
    WITH (STATE = ON, SCHEMABINDING = ON);
GO

CREATE SECURITY POLICY security.retrieval_log_by_tenant
    ADD FILTER PREDICATE security.tenant_predicate(tenant_id) ON dbo.retrieval_log,
    ADD BLOCK PREDICATE security.tenant_predicate(tenant_id) ON dbo.retrieval_log AFTER INSERT,
    ADD BLOCK PREDICATE security.tenant_predicate(tenant_id) ON dbo.retrieval_log AFTER UPDATE
    WITH (STATE = ON, SCHEMABINDING = ON);
GO

---- Post-load: vector indexes, once at least 100 rows hold a vector (Msg 42266)

CREATE VECTOR INDEX vi_document_chunks ON dbo.document_chunks (embedding) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
GO
