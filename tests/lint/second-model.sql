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
-- file: migrations/V2__embed.sql
CREATE PROCEDURE dbo.embed @id INT, @v VECTOR(1536) AS
UPDATE dbo.chunk SET embedding = @v, embed_model = N'model-a', embedded_at = SYSUTCDATETIME() WHERE id = @id;
-- file: migrations/V3__embed.sql
CREATE OR ALTER PROCEDURE dbo.embed @id INT, @v VECTOR(1536) AS
BEGIN
    UPDATE dbo.chunk SET embedding = @v, embed_model = N'MODEL-A', embedded_at = SYSUTCDATETIME() WHERE id = @id;
    UPDATE dbo.chunk
    SET embedding = @v, embedded_at = SYSUTCDATETIME(),
        -- told
        embed_model = N'model-b'
    WHERE id = @id;
    -- the name alone is mended
    UPDATE dbo.chunk SET embed_model = N'model-a' WHERE embed_model = N'modle-a';
END;
GO
CREATE TABLE dbo.other (
    id INT NOT NULL CONSTRAINT pk_other PRIMARY KEY CLUSTERED,
    v VECTOR(3) NULL, v_model SYSNAME NULL, v_at DATETIME2(3) NULL
);
GO
CREATE PROCEDURE dbo.fill AS
INSERT dbo.other (id, v, v_model, v_at) VALUES
    (1, '[1,2,3]', N'model-x', SYSUTCDATETIME()),
    -- told
    (2, '[1,2,3]', N'model-y', SYSUTCDATETIME());
GO
DROP TABLE dbo.other;
CREATE TABLE dbo.other (
    id INT NOT NULL CONSTRAINT pk_other PRIMARY KEY CLUSTERED,
    v VECTOR(3) NULL, v_model SYSNAME NULL, v_at DATETIME2(3) NULL
);
INSERT dbo.other (id, v, v_model, v_at) VALUES (1, '[1,2,3]', N'model-z', SYSUTCDATETIME());
-- file: migrations/V90__said.sql
CREATE TABLE dbo.said (
    id INT NOT NULL CONSTRAINT pk_said PRIMARY KEY,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(768) NULL,
    model NVARCHAR(100) NULL CONSTRAINT df_said DEFAULT N'a',
    dims INT NULL,
    embedded_at DATETIME2(3) NULL,
    lang CHAR(2) NULL
);
CREATE INDEX ix_said ON dbo.said (id) WHERE embedded_at IS NULL;
CREATE TABLE dbo.checked (
    id INT NOT NULL CONSTRAINT pk_checked PRIMARY KEY,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(768) NULL,
    model NVARCHAR(100) NULL CONSTRAINT ck_checked CHECK (model = N'a'),
    dims INT NULL,
    embedded_at DATETIME2(3) NULL,
    lang CHAR(2) NULL
);
CREATE INDEX ix_checked ON dbo.checked (id) WHERE embedded_at IS NULL;
GO
UPDATE TOP (200) c SET vec = AI_GENERATE_EMBEDDINGS(c.body USE MODEL m), dims = 768, embedded_at = SYSUTCDATETIME(),
    -- told
    model = N'b'
FROM dbo.said AS c WHERE c.embedded_at IS NULL;
UPDATE TOP (200) c SET vec = AI_GENERATE_EMBEDDINGS(c.body USE MODEL m), dims = 768, embedded_at = SYSUTCDATETIME(),
    -- told
    model = N'b'
FROM dbo.checked AS c WHERE c.embedded_at IS NULL;
UPDATE TOP (200) c SET vec = AI_GENERATE_EMBEDDINGS(c.body USE MODEL m), model = N'A', dims = 768, embedded_at = SYSUTCDATETIME()
FROM dbo.said AS c WHERE c.embedded_at IS NULL;
-- file: migrations/V92__default.sql
CREATE TABLE dbo.tacit (
    id INT NOT NULL CONSTRAINT pk_tacit PRIMARY KEY,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(768) NULL,
    model NVARCHAR(100) NULL CONSTRAINT df_tacit DEFAULT N'a',
    dims INT NULL CONSTRAINT df_tacit_dims DEFAULT 768,
    embedded_at DATETIME2(3) NULL
);
CREATE INDEX ix_tacit ON dbo.tacit (id) WHERE embedded_at IS NULL;
-- file: migrations/V93__other_default.sql
ALTER TABLE dbo.tacit DROP CONSTRAINT df_tacit;
-- told
ALTER TABLE dbo.tacit ADD CONSTRAINT df_tacit DEFAULT N'b' FOR model;
