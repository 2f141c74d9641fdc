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
CREATE TABLE dbo.half (id INT NOT NULL CONSTRAINT pk_half PRIMARY KEY CLUSTERED, v VECTOR(3, float16) NULL);
-- file: migrations/V2__models.sql
CREATE EXTERNAL MODEL large WITH (
    LOCATION = 'https://x.openai.azure.com/openai/deployments/e/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'text-embedding-3-large',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL cut WITH (
    LOCATION = 'https://x.openai.azure.com/openai/deployments/e/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'text-embedding-3-large',
    PARAMETERS = '{"dimensions":1536,"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V3__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(1536), @small VECTOR(768), @text NVARCHAR(MAX) AS
BEGIN
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = embedding,
        -- told
        SIMILAR_TO = @small, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) id FROM dbo.chunk
    ORDER BY VECTOR_DISTANCE('cosine', embedding,
        -- told
        CAST(@text AS VECTOR(768)));
    UPDATE dbo.chunk SET embed_model = N'm', embedded_at = SYSUTCDATETIME(),
        -- told
        embedding = AI_GENERATE_EMBEDDINGS(chunk_text USE MODEL large)
    WHERE id = 1;
    UPDATE dbo.chunk SET embed_model = N'm', embedded_at = SYSUTCDATETIME(), embedding = @q,
        -- told
        embed_dims = 3072
    WHERE id = 1;
    -- told
    INSERT dbo.half (id, v) VALUES (1, '[1, 2]'), (2, '[1, 2, 3]');
    SELECT TOP (5) id FROM dbo.half
    ORDER BY VECTOR_DISTANCE('dot', v,
        -- told
        CAST(@text AS VECTOR(3)));
    UPDATE dbo.chunk SET embed_model = N'm', embedded_at = SYSUTCDATETIME(), embed_dims = 1536,
        embedding = AI_GENERATE_EMBEDDINGS(chunk_text USE MODEL cut)
    WHERE id = 1;
    SELECT TOP (5) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('cosine', @q, embedding);
END;
-- file: migrations/V90__said.sql
-- told
CREATE TABLE dbo.said (
    id INT NOT NULL CONSTRAINT pk_said PRIMARY KEY,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(768) NULL,
    model NVARCHAR(100) NULL,
    dims INT NULL CONSTRAINT df_said DEFAULT 1536,
    embedded_at DATETIME2(3) NULL,
    lang CHAR(2) NULL
);
CREATE INDEX ix_said ON dbo.said (id) WHERE embedded_at IS NULL;
-- told
CREATE TABLE dbo.checked (
    id INT NOT NULL CONSTRAINT pk_checked PRIMARY KEY,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(768) NULL,
    model NVARCHAR(100) NULL,
    dims INT NULL CONSTRAINT ck_checked CHECK (dims IN (1536, 3072)),
    embedded_at DATETIME2(3) NULL,
    lang CHAR(2) NULL
);
CREATE INDEX ix_checked ON dbo.checked (id) WHERE embedded_at IS NULL;
CREATE TABLE dbo.fitting (
    id INT NOT NULL CONSTRAINT pk_fitting PRIMARY KEY,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(768) NULL,
    model NVARCHAR(100) NULL,
    dims INT NULL CONSTRAINT df_fitting DEFAULT (768) CONSTRAINT ck_fitting CHECK (dims = 768 AND dims > 0),
    embedded_at DATETIME2(3) NULL,
    lang CHAR(2) NULL
);
CREATE INDEX ix_fitting ON dbo.fitting (id) WHERE embedded_at IS NULL;
