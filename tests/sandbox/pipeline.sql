-- The work around chunks: ingest, take over known vectors, store new ones, search.
CREATE TABLE dbo.documents (document_id INT NOT NULL IDENTITY CONSTRAINT pk_documents PRIMARY KEY, tenant_id INT NOT NULL, title NVARCHAR(400) NOT NULL);
CREATE TABLE dbo.chunks (
    chunk_id INT NOT NULL IDENTITY CONSTRAINT pk_chunks PRIMARY KEY,
    document_id INT NOT NULL CONSTRAINT fk_chunks_documents REFERENCES dbo.documents (document_id),
    tenant_id INT NOT NULL, ordinal INT NOT NULL, chunk_text NVARCHAR(MAX) NOT NULL, source_hash BINARY(32) NOT NULL,
    embed_model SYSNAME NOT NULL, embed_dims SMALLINT NOT NULL, embedded_at DATETIME2(3) NULL, embedding VECTOR(3) NULL,
    CONSTRAINT uq_chunks UNIQUE (document_id, ordinal)
);
CREATE INDEX ix_pending ON dbo.chunks (chunk_id) WHERE embedded_at IS NULL;
GO
CREATE PROCEDURE dbo.ingest @tenant_id INT, @title NVARCHAR(400), @chunks NVARCHAR(MAX), @document_id INT OUTPUT
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    BEGIN TRY
        BEGIN TRANSACTION;
        DECLARE @lock INT, @resource NVARCHAR(255) = CONCAT(N'ingest ', @tenant_id);
        EXEC @lock = sp_getapplock @Resource = @resource, @LockMode = N'Exclusive', @LockTimeout = 1000;
        IF @lock < 0 THROW 50010, N'the document is being ingested by another caller', 1;
        SET @document_id = NULL;
        SELECT @document_id = document_id FROM dbo.documents WHERE tenant_id = @tenant_id AND title = @title;
        IF @document_id IS NULL
        BEGIN
            INSERT INTO dbo.documents (tenant_id, title) VALUES (@tenant_id, @title);
            SET @document_id = SCOPE_IDENTITY();
        END;
        MERGE dbo.chunks WITH (HOLDLOCK) AS t
        USING (
            SELECT CAST([key] AS INT) AS ordinal, value AS chunk_text, CAST(HASHBYTES('SHA2_256', value) AS BINARY(32)) AS source_hash
            FROM OPENJSON(@chunks)
        ) AS s ON t.document_id = @document_id AND t.ordinal = s.ordinal
        WHEN MATCHED AND t.source_hash <> s.source_hash THEN
            UPDATE SET chunk_text = s.chunk_text, source_hash = s.source_hash, embedding = NULL, embedded_at = NULL
        WHEN NOT MATCHED BY TARGET THEN
            INSERT (document_id, tenant_id, ordinal, chunk_text, source_hash, embed_model, embed_dims)
            VALUES (@document_id, @tenant_id, s.ordinal, s.chunk_text, s.source_hash, N'none', 3)
        WHEN NOT MATCHED BY SOURCE AND t.document_id = @document_id THEN DELETE;
        UPDATE c SET embedding = k.embedding, embed_model = k.embed_model, embedded_at = SYSUTCDATETIME()
        FROM dbo.chunks AS c
        CROSS APPLY (SELECT TOP (1) o.embedding, o.embed_model FROM dbo.chunks AS o
                     WHERE o.source_hash = c.source_hash AND o.embedded_at IS NOT NULL ORDER BY o.chunk_id) AS k
        WHERE c.document_id = @document_id AND c.embedded_at IS NULL;
        COMMIT;
    END TRY
    BEGIN CATCH
        IF XACT_STATE() <> 0 ROLLBACK;
        THROW;
    END CATCH
END
GO
CREATE PROCEDURE dbo.store_vectors @vectors NVARCHAR(MAX), @model SYSNAME
AS
BEGIN
    SET NOCOUNT ON;
    UPDATE c SET embedding = CAST(v.vector AS VECTOR(3)), embed_model = @model, embed_dims = 3, embedded_at = SYSUTCDATETIME()
    FROM dbo.chunks AS c
    JOIN OPENJSON(@vectors) WITH (chunk_id INT '$.id', vector NVARCHAR(MAX) '$.v' AS JSON) AS v ON v.chunk_id = c.chunk_id
    WHERE c.embedded_at IS NULL;
END
GO
CREATE PROCEDURE dbo.embed_some @batch INT AS
    UPDATE TOP (@batch) c SET embedding = CAST(N'[1, 0, 0]' AS VECTOR(3)), embed_model = N'constant', embedded_at = SYSUTCDATETIME()
    OUTPUT inserted.chunk_id, deleted.embed_model AS model_before
    FROM dbo.chunks AS c WHERE c.embedded_at IS NULL;
GO
CREATE PROCEDURE dbo.search @q VECTOR(3), @tenant_id INT, @top INT AS
    SELECT chunk_id, ordinal, chunk_text, ROUND(distance, 3) AS distance FROM (
        SELECT TOP (@top) WITH APPROXIMATE c.chunk_id, c.ordinal, c.chunk_text, r.distance
        FROM VECTOR_SEARCH(TABLE = dbo.chunks AS c, COLUMN = embedding, SIMILAR_TO = @q, METRIC = 'cosine') AS r
        WHERE c.tenant_id = @tenant_id ORDER BY r.distance
    ) AS hits ORDER BY ordinal;
GO
DECLARE @id INT;
EXEC dbo.ingest 1, N'first', N'["a", "b", "c"]', @id OUTPUT;
SELECT @id AS document_id, COUNT(*) AS chunks, COUNT(embedding) AS vectors FROM dbo.chunks;
EXEC dbo.store_vectors N'[{"id": 1, "v": [1, 0, 0]}, {"id": 2, "v": [0, 1, 0]}, {"id": 3, "v": [0.7, 0.7, 0]}]', N'm';
EXEC dbo.ingest 1, N'first', N'["a", "changed"]', @id OUTPUT;
SELECT chunk_id, ordinal, chunk_text, embed_model, CASE WHEN embedding IS NULL THEN 0 ELSE 1 END AS has_vector FROM dbo.chunks ORDER BY chunk_id;
EXEC dbo.ingest 2, N'other tenant', N'["a", "new"]', @id OUTPUT;
EXEC dbo.embed_some 1;
EXEC dbo.embed_some 10;
EXEC dbo.embed_some 10;
DECLARE @q VECTOR(3) = CAST(N'[1, 0.1, 0]' AS VECTOR(3));
EXEC dbo.search @q, 1, 5;
EXEC dbo.search @q, 2, 5;
GO
SELECT tenant_id, COUNT(*) AS chunks, STRING_AGG(chunk_text, N', ') WITHIN GROUP (ORDER BY ordinal) AS texts FROM dbo.chunks GROUP BY tenant_id ORDER BY tenant_id;
BEGIN TRY
    DECLARE @x INT;
    EXEC dbo.ingest 1, NULL, N'["a"]', @x OUTPUT;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, @@TRANCOUNT AS open_transactions;
END CATCH
DECLARE @wrong VECTOR(2) = CAST(N'[1, 0]' AS VECTOR(2));
EXEC dbo.search @wrong, 1, 5;
