-- file: migrations/V1__document.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY CLUSTERED,
    owner_key INT NOT NULL
);
GO
CREATE FUNCTION dbo.allowed (@owner_key INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS ok WHERE @owner_key = CAST(SESSION_CONTEXT(N'owner_key') AS INT);
GO
CREATE SECURITY POLICY dbo.pol
    ADD FILTER PREDICATE dbo.allowed (owner_key) ON dbo.document,
    ADD BLOCK PREDICATE dbo.allowed (owner_key) ON dbo.document AFTER INSERT,
    ADD BLOCK PREDICATE dbo.allowed (owner_key) ON dbo.document AFTER UPDATE
    WITH (STATE = ON);
-- file: migrations/V2__chunk.sql
-- told
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    document_id INT NOT NULL CONSTRAINT fk_chunk_document REFERENCES dbo.document (id),
    vec VECTOR(4) NULL
);
CREATE TABLE dbo.nullable (
    id INT NOT NULL CONSTRAINT pk_nullable PRIMARY KEY CLUSTERED,
    -- told
    owner_key INT NULL,
    vec VECTOR(4) NULL
);
CREATE TABLE dbo.unlocked (
    id INT NOT NULL CONSTRAINT pk_unlocked PRIMARY KEY CLUSTERED,
    -- told
    owner_key INT NOT NULL,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(4) NULL, vec_model SYSNAME NULL, vec_at DATETIME2(3) NULL
);
CREATE INDEX ix_unlocked_pending ON dbo.unlocked (id) WHERE vec_at IS NULL;
CREATE TABLE dbo.well (
    id INT NOT NULL CONSTRAINT pk_well PRIMARY KEY CLUSTERED,
    owner_key INT NOT NULL INDEX ix_well_owner,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(4) NULL, vec_model SYSNAME NULL, vec_at DATETIME2(3) NULL
);
CREATE INDEX ix_well_pending ON dbo.well (id) WHERE vec_at IS NULL;
-- it has nothing to do with documents
CREATE TABLE dbo.picture (id INT NOT NULL CONSTRAINT pk_picture PRIMARY KEY CLUSTERED, vec VECTOR(4) NULL);
-- called after the document, without a foreign key
-- told
CREATE TABLE dbo.copy (id INT NOT NULL CONSTRAINT pk_copy PRIMARY KEY CLUSTERED, doc_id INT NOT NULL, vec VECTOR(4) NULL);
-- called after nothing that is guarded
CREATE TABLE dbo.face (id INT NOT NULL CONSTRAINT pk_face PRIMARY KEY CLUSTERED, dock_id INT NOT NULL, vec VECTOR(4) NULL);
