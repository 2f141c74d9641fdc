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
-- file: migrations/V2__cut.sql
CREATE PROCEDURE dbo.cut AS
BEGIN
    INSERT INTO dbo.chunk (id, document_id, ordinal, chunk_text, source_hash, embed_model, embed_dims)
    SELECT d.id, d.id, c.chunk_order, c.chunk,
        -- told
        CAST(HASHBYTES('SHA2_256', d.body) AS BINARY(32)), N'm', 1536
    FROM dbo.document AS d
    CROSS APPLY AI_GENERATE_CHUNKS(source = d.body, chunk_type = FIXED, chunk_size = 500) AS c;
    INSERT INTO dbo.chunk (id, document_id, ordinal, chunk_text, source_hash, embed_model, embed_dims)
    SELECT d.id, d.id, c.chunk_order, c.chunk, HASHBYTES('SHA2_256', c.chunk), N'm', 1536
    FROM dbo.document AS d
    CROSS APPLY AI_GENERATE_CHUNKS(source = d.body, chunk_type = FIXED, chunk_size = 500) AS c;
END;
