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
CREATE TABLE dbo.article (
    id INT NOT NULL CONSTRAINT pk_article PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL,
    embedding VECTOR(1536) NULL,
    embedding_model SYSNAME NULL,
    -- told
    embedded_at DATETIME2(3) NULL
);
CREATE INDEX ix_article_model ON dbo.article (embedding_model) WHERE embedded_at IS NOT NULL;
CREATE TABLE dbo.wrong (
    id INT NOT NULL CONSTRAINT pk_wrong PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL,
    v VECTOR(3) NULL, v_model SYSNAME NULL, v_at DATETIME2(3) NULL
);
-- told
CREATE INDEX ix_wrong_pending ON dbo.wrong (id) WHERE v IS NULL;
