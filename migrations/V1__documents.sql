-- The source rows. They stay authoritative; chunks are derived from them.
CREATE TABLE dbo.documents (
    document_id INT           NOT NULL IDENTITY(1, 1),
    tenant_id   INT           NOT NULL,
    source      NVARCHAR(400) COLLATE Latin1_General_100_BIN2 NULL, -- where it came from: a path, an address
    title       NVARCHAR(400) NOT NULL,
    body        NVARCHAR(MAX) NOT NULL,
    updated_at  DATETIME2(3)  NOT NULL CONSTRAINT df_documents_updated_at DEFAULT SYSUTCDATETIME(),
    CONSTRAINT pk_documents PRIMARY KEY CLUSTERED (document_id)
);

CREATE INDEX ix_documents_tenant ON dbo.documents (tenant_id);

-- By its source an ingest finds its document again; case counts.
CREATE UNIQUE INDEX ux_documents_source ON dbo.documents (tenant_id, source) WHERE source IS NOT NULL;
