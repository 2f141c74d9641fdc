-- The schema that migrations/ and post-load/ lead to on an empty database. `ragsql snapshot` writes this file.

SET ANSI_NULLS, QUOTED_IDENTIFIER ON;
GO

---- Schemas

CREATE SCHEMA security;
GO

---- Tables

CREATE TABLE dbo.document_chunks (
    chunk_id int NOT NULL IDENTITY(1, 1),
    document_id int NOT NULL,
    tenant_id int NOT NULL,
    ordinal int NOT NULL,
    chunk_text nvarchar(max) NOT NULL,
    source_hash binary(32) NOT NULL,
    embed_model sysname NOT NULL,
    embed_dims smallint NOT NULL,
    embedded_at datetime2(3) NULL,
    embedding vector(1536) NULL,
    CONSTRAINT pk_document_chunks PRIMARY KEY CLUSTERED (chunk_id),
    CONSTRAINT ck_document_chunks_ordinal CHECK (ordinal >= 0)
);

CREATE INDEX ix_chunks_hash ON dbo.document_chunks (source_hash) INCLUDE (embed_model, embedded_at);
CREATE INDEX ix_chunks_pending ON dbo.document_chunks (chunk_id) WHERE embedded_at IS NULL;
CREATE INDEX ix_chunks_tenant ON dbo.document_chunks (tenant_id);
CREATE UNIQUE INDEX ux_chunks_identity ON dbo.document_chunks (document_id, ordinal);
GO

CREATE TABLE dbo.documents (
    document_id int NOT NULL IDENTITY(1, 1),
    tenant_id int NOT NULL,
    title nvarchar(400) NOT NULL,
    body nvarchar(max) NOT NULL,
    updated_at datetime2(3) NOT NULL CONSTRAINT df_documents_updated_at DEFAULT SYSUTCDATETIME(),
    CONSTRAINT pk_documents PRIMARY KEY CLUSTERED (document_id)
);

CREATE INDEX ix_documents_tenant ON dbo.documents (tenant_id);
GO

---- Foreign keys

ALTER TABLE dbo.document_chunks ADD CONSTRAINT fk_document_chunks_documents FOREIGN KEY (document_id) REFERENCES dbo.documents (document_id);
GO

---- Functions, views, procedures and triggers

CREATE FUNCTION security.tenant_predicate (@tenant_id INT)
RETURNS TABLE
WITH SCHEMABINDING
AS
RETURN
    SELECT 1 AS allowed
    WHERE @tenant_id = CAST(SESSION_CONTEXT(N'tenant_id') AS INT);
GO

---- Security policies

CREATE SECURITY POLICY security.documents_by_tenant
    ADD FILTER PREDICATE security.tenant_predicate(tenant_id) ON dbo.documents,
    ADD BLOCK PREDICATE security.tenant_predicate(tenant_id) ON dbo.documents AFTER INSERT,
    ADD BLOCK PREDICATE security.tenant_predicate(tenant_id) ON dbo.documents AFTER UPDATE
    WITH (STATE = ON, SCHEMABINDING = ON);
GO

---- Post-load: vector indexes, once at least 100 rows hold a vector (Msg 42266)

CREATE VECTOR INDEX vi_document_chunks ON dbo.document_chunks (embedding) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
GO
