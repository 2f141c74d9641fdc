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
-- told
CREATE TABLE dbo.passage (
    id INT NOT NULL CONSTRAINT pk_passage PRIMARY KEY CLUSTERED,
    document_id INT NOT NULL,
    body NVARCHAR(MAX) NOT NULL,
    v VECTOR(3) NULL, v_model SYSNAME NULL, v_at DATETIME2(3) NULL
);
CREATE INDEX ix_passage_pending ON dbo.passage (id) WHERE v_at IS NULL;
-- told
CREATE TABLE dbo.part (
    id INT NOT NULL CONSTRAINT pk_part PRIMARY KEY CLUSTERED,
    document_id INT NOT NULL CONSTRAINT fk_part_document REFERENCES dbo.document (id),
    position INT NOT NULL,
    body NVARCHAR(MAX) NOT NULL,
    body_hash BINARY(32) NOT NULL,
    v VECTOR(3) NULL, v_model SYSNAME NULL, v_at DATETIME2(3) NULL
);
CREATE INDEX ix_part_pending ON dbo.part (id) WHERE v_at IS NULL;
-- no chunks: one row, one text
CREATE TABLE dbo.post (
    id INT NOT NULL CONSTRAINT pk_post PRIMARY KEY CLUSTERED,
    author_id INT NOT NULL CONSTRAINT fk_post_document REFERENCES dbo.document (id),
    body NVARCHAR(MAX) NOT NULL,
    v VECTOR(3) NULL, v_model SYSNAME NULL, v_at DATETIME2(3) NULL
);
CREATE INDEX ix_post_pending ON dbo.post (id) WHERE v_at IS NULL;
CREATE TABLE dbo.article (
    id INT NOT NULL CONSTRAINT pk_article PRIMARY KEY CLUSTERED,
    body NVARCHAR(MAX) NOT NULL,
    v VECTOR(3) NULL, v_model SYSNAME NULL, v_at DATETIME2(3) NULL
);
CREATE INDEX ix_article_pending ON dbo.article (id) WHERE v_at IS NULL;
-- told
CREATE TABLE dbo.fragment (
    id INT NOT NULL CONSTRAINT pk_fragment PRIMARY KEY CLUSTERED,
    document_id INT NOT NULL CONSTRAINT fk_fragment_document REFERENCES dbo.document (id),
    position INT NOT NULL,
    body NVARCHAR(MAX) NOT NULL,
    body_hash BINARY(16) NOT NULL,
    v VECTOR(3) NULL, v_model SYSNAME NULL, v_at DATETIME2(3) NULL,
    CONSTRAINT uq_fragment UNIQUE (document_id, position)
);
CREATE INDEX ix_fragment_pending ON dbo.fragment (id) WHERE v_at IS NULL;
-- the hash as text
CREATE TABLE dbo.segment (
    id INT NOT NULL CONSTRAINT pk_segment PRIMARY KEY CLUSTERED,
    document_id INT NOT NULL CONSTRAINT fk_segment_document REFERENCES dbo.document (id),
    position INT NOT NULL,
    body NVARCHAR(MAX) NOT NULL,
    body_hash CHAR(64) NOT NULL,
    v VECTOR(3) NULL, v_model SYSNAME NULL, v_at DATETIME2(3) NULL,
    CONSTRAINT uq_segment UNIQUE (document_id, position)
);
CREATE INDEX ix_segment_pending ON dbo.segment (id) WHERE v_at IS NULL;
