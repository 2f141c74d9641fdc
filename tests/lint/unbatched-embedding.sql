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
-- file: migrations/V2__model.sql
CREATE EXTERNAL MODEL embedder WITH (
    LOCATION = 'https://x.openai.azure.com/openai/deployments/e/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V3__procedures.sql
CREATE PROCEDURE dbo.embed @id INT AS
BEGIN
    UPDATE dbo.chunk SET
        -- told
        embedding = AI_GENERATE_EMBEDDINGS(chunk_text USE MODEL embedder), embed_model = N'a', embedded_at = SYSUTCDATETIME();
    UPDATE TOP (200) dbo.chunk SET
        -- told
        embedding = AI_GENERATE_EMBEDDINGS(chunk_text USE MODEL embedder), embed_model = N'a', embedded_at = SYSUTCDATETIME();
    UPDATE dbo.chunk SET
        -- told
        embedding = CAST(AI_GENERATE_EMBEDDINGS(chunk_text USE MODEL embedder) AS VECTOR(1536)), embed_model = N'a',
        embedded_at = SYSUTCDATETIME()
    WHERE embedded_at IS NULL;
    UPDATE TOP (200) c SET embedding = AI_GENERATE_EMBEDDINGS(c.chunk_text USE MODEL embedder), embed_model = N'a',
        embedded_at = SYSUTCDATETIME()
    FROM dbo.chunk AS c WHERE c.embedded_at IS NULL;
    UPDATE dbo.chunk SET embedding = AI_GENERATE_EMBEDDINGS(chunk_text USE MODEL embedder), embed_model = N'a',
        embedded_at = SYSUTCDATETIME()
    WHERE id = @id;
END;
-- file: migrations/V90__again.sql
CREATE TABLE dbo.again (
    id INT NOT NULL CONSTRAINT pk_again PRIMARY KEY,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(768) NULL,
    model NVARCHAR(100) NULL,
    dims INT NULL,
    embedded_at DATETIME2(3) NULL,
    lang CHAR(2) NULL
);
CREATE INDEX ix_again ON dbo.again (id) WHERE embedded_at IS NULL;
GO
-- the same rows each time
UPDATE TOP (200) c SET
    -- told
    vec = AI_GENERATE_EMBEDDINGS(c.body USE MODEL m),
    model = N'a', dims = 768, embedded_at = SYSUTCDATETIME()
FROM dbo.again AS c WHERE c.lang = 'en';
UPDATE TOP (200) c SET
    -- told
    vec = AI_GENERATE_EMBEDDINGS(c.body USE MODEL m),
    model = N'a', dims = 768, embedded_at = SYSUTCDATETIME()
FROM dbo.again AS c WHERE 1 = 1;
UPDATE TOP (200) c SET vec = AI_GENERATE_EMBEDDINGS(c.body USE MODEL m), model = N'a', dims = 768, embedded_at = SYSUTCDATETIME()
FROM dbo.again AS c WHERE c.lang = 'en' AND c.embedded_at IS NULL;
UPDATE TOP (200) c SET vec = AI_GENERATE_EMBEDDINGS(c.body USE MODEL m), model = N'a', dims = 768, embedded_at = SYSUTCDATETIME()
FROM dbo.again AS c WHERE c.model <> N'a';
