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
    -- told
    embedding VECTOR(1536) NULL
);
CREATE TABLE dbo.two (
    id INT NOT NULL CONSTRAINT pk_two PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL,
    -- told
    title_vector VECTOR(3) NULL,
    body_vector VECTOR(3) NULL
);
CREATE TABLE dbo.half (
    id INT NOT NULL CONSTRAINT pk_half PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL,
    embed_model SYSNAME NULL,
    -- told
    embedding VECTOR(1536) NULL
);
-- of another size, so of another model than the columns beside the first tell of
CREATE TABLE dbo.second (
    id INT NOT NULL CONSTRAINT pk_second PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL,
    embed_model SYSNAME NULL, embed_dims SMALLINT NULL, embedded_at DATETIME2(3) NULL,
    embedding VECTOR(1536) NULL,
    -- told
    wide VECTOR(1998) NULL
);
CREATE INDEX ix_second_pending ON dbo.second (id) WHERE embedded_at IS NULL;
-- one model for both
CREATE TABLE dbo.pair (
    id INT NOT NULL CONSTRAINT pk_pair PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL,
    embed_model SYSNAME NULL, embed_dims SMALLINT NULL, embedded_at DATETIME2(3) NULL,
    title_vector VECTOR(3) NULL,
    body_vector VECTOR(3) NULL
);
CREATE INDEX ix_pair_pending ON dbo.pair (id) WHERE embedded_at IS NULL;
-- a time before there is a vector, and none beside one
CREATE TABLE dbo.early (
    id INT NOT NULL CONSTRAINT pk_early PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL,
    v VECTOR(3) NULL, v_model SYSNAME NULL,
    -- told
    v_at DATETIME2(3) NOT NULL
);
CREATE TABLE dbo.late (
    id INT NOT NULL CONSTRAINT pk_late PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL,
    v VECTOR(3) NOT NULL, v_model SYSNAME NOT NULL,
    -- told
    v_at DATETIME2(3) NULL
);
CREATE INDEX ix_late_pending ON dbo.late (id) WHERE v_at IS NULL;
-- vectors alone
CREATE TABLE dbo.side (id INT NOT NULL CONSTRAINT pk_side PRIMARY KEY CLUSTERED, v VECTOR(1536) NULL);
CREATE TABLE dbo.later (id INT NOT NULL CONSTRAINT pk_later PRIMARY KEY CLUSTERED, body NVARCHAR(400) NOT NULL, v VECTOR(3) NULL);
CREATE TABLE dbo.gone (id INT NOT NULL CONSTRAINT pk_gone PRIMARY KEY CLUSTERED, body NVARCHAR(400) NOT NULL, v VECTOR(3) NULL);
DROP TABLE dbo.gone;
-- file: migrations/V2__later.sql
ALTER TABLE dbo.later ADD v_model SYSNAME NULL, v_dims SMALLINT NULL, v_at DATETIME2(3) NULL;
-- file: migrations/V3__later.sql
CREATE INDEX ix_later_pending ON dbo.later (id) WHERE v_at IS NULL WITH (ONLINE = ON);
