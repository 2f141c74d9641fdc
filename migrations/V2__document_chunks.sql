-- The chunks with their vectors. A chunk carries its tenant, so that the retrieval filter needs no join,
-- and the provenance of its vector, so that two models never meet unseen in one column.
CREATE TABLE dbo.document_chunks (
    chunk_id    INT           NOT NULL IDENTITY(1, 1),
    document_id INT           NOT NULL,
    tenant_id   INT           NOT NULL,
    ordinal     INT           NOT NULL,
    chunk_text  NVARCHAR(MAX) NOT NULL,
    source_hash BINARY(32)    NOT NULL, -- HASHBYTES('SHA2_256', chunk_text)
    embed_model SYSNAME       NOT NULL,
    embed_dims  SMALLINT      NOT NULL,
    embedded_at DATETIME2(3)  NULL,     -- NULL exactly when embedding is
    embedding   VECTOR(1536)  NULL,
    CONSTRAINT pk_document_chunks PRIMARY KEY CLUSTERED (chunk_id),
    CONSTRAINT fk_document_chunks_documents FOREIGN KEY (document_id) REFERENCES dbo.documents (document_id),
    CONSTRAINT ck_document_chunks_ordinal CHECK (ordinal >= 0)
);

-- A chunk's identity: what makes an ingest restartable.
CREATE UNIQUE INDEX ux_chunks_identity ON dbo.document_chunks (document_id, ordinal);

-- The retrieval filter.
CREATE INDEX ix_chunks_tenant ON dbo.document_chunks (tenant_id);

-- The only deduplication key there is, since vectors cannot be compared: the same text found again
-- anywhere takes over its vector instead of being embedded once more.
CREATE INDEX ix_chunks_hash ON dbo.document_chunks (source_hash) INCLUDE (embed_model, embedded_at);

-- The work queue: what is still to be embedded.
CREATE INDEX ix_chunks_pending ON dbo.document_chunks (chunk_id) WHERE embedded_at IS NULL;
