-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
-- file: migrations/V2__index.sql
-- told
CREATE INDEX ix_document_language ON dbo.document (language) WITH (ONLINE = ON, RESUMABLE = ON, MAX_DURATION = 60);
-- file: migrations/V3__index.sql
-- ragsql: no-transaction
-- told
CREATE INDEX ix_document_owner ON dbo.document (owner) WITH (RESUMABLE = ON);
CREATE INDEX ix_document_title ON dbo.document (title) WITH (ONLINE = ON, RESUMABLE = ON);
ALTER INDEX ix_document_title ON dbo.document REBUILD WITH (ONLINE = ON, RESUMABLE = ON);
