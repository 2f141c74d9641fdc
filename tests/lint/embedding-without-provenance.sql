-- file: migrations/V1__tables.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL
);
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    document_id INT NOT NULL CONSTRAINT fk_chunk_document REFERENCES dbo.document (id),
    ordinal INT NOT NULL,
    chunk_text NVARCHAR(MAX) NOT NULL,
    source_hash BINARY(32) NOT NULL,
    embed_model SYSNAME NOT NULL,
    embed_dims SMALLINT NOT NULL,
    embedded_at DATETIME2(3) NULL,
    embedding VECTOR(1536) NULL
);
CREATE UNIQUE INDEX ux_chunk_identity ON dbo.chunk (document_id, ordinal);
CREATE INDEX ix_chunk_pending ON dbo.chunk (id) WHERE embedded_at IS NULL;
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.embed @id INT, @v VECTOR(1536) AS
BEGIN
    -- told
    UPDATE dbo.chunk SET embedding = @v WHERE id = @id;
    UPDATE c SET
        -- told
        c.embedding = @v, c.embed_model = N'a'
    FROM dbo.chunk AS c WHERE c.id = @id;
    -- told
    INSERT dbo.chunk (id, document_id, ordinal, chunk_text, source_hash, embed_model, embed_dims, embedding)
    VALUES (@id, 1, 1, N'', 0x00, N'a', 1536, @v);
    -- told
    UPDATE dbo.chunk SET embedding = NULL WHERE id = @id;
    UPDATE dbo.chunk SET embedding = NULL, embedded_at = NULL WHERE id = @id;
    UPDATE dbo.chunk SET embedding = @v, embed_model = N'a', embedded_at = SYSUTCDATETIME() WHERE id = @id;
    INSERT dbo.chunk (id, document_id, ordinal, chunk_text, source_hash, embed_model, embed_dims, embedding)
    VALUES (@id, 1, 1, N'', 0x00, N'a', 1536, NULL);
END;
GO
CREATE PROCEDURE dbo.merge_chunks @v VECTOR(1536) AS
MERGE dbo.chunk AS t
USING (SELECT 1 AS id) AS s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET
    -- told
    embedding = @v;
