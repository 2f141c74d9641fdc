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
CREATE PROCEDURE dbo.correct @id INT, @text NVARCHAR(MAX) AS
BEGIN
    -- told
    UPDATE dbo.chunk SET chunk_text = @text WHERE id = @id;
    UPDATE dbo.chunk SET chunk_text = @text, embedding = NULL, embedded_at = NULL WHERE id = @id;
    UPDATE dbo.chunk SET chunk_text = @text, source_hash = HASHBYTES('SHA2_256', @text) WHERE id = @id;
    UPDATE dbo.chunk SET ordinal = 3 WHERE id = @id;
    UPDATE dbo.document SET body = @text WHERE id = @id;
END;
-- file: migrations/V3__model.sql
CREATE TABLE dbo.passage (
    id INT NOT NULL CONSTRAINT pk_passage PRIMARY KEY,
    body NVARCHAR(MAX) NOT NULL,
    source_hash BINARY(32) NOT NULL,
    -- a text of its type, and no text that is embedded
    embed_model NVARCHAR(100) NULL,
    embed_dims INT NULL,
    embedded_at DATETIME2 NULL,
    vec VECTOR(768) NULL
);
CREATE INDEX ix_passage_pending ON dbo.passage (id) WHERE embedded_at IS NULL;
CREATE UNIQUE INDEX ux_passage ON dbo.passage (source_hash, id);
GO
CREATE PROCEDURE dbo.correct_passage @id INT, @text NVARCHAR(MAX) AS
-- told
UPDATE dbo.passage SET body = @text WHERE id = @id;
