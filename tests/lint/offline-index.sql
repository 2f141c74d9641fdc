-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
CREATE INDEX ix_document_title ON dbo.document (title);
-- file: migrations/V2__index.sql
-- told
CREATE INDEX ix_document_language ON dbo.document (language);
-- told
ALTER INDEX ix_document_title ON dbo.document REBUILD;
-- told
ALTER TABLE dbo.document REBUILD;
ALTER INDEX ix_document_title ON dbo.document REORGANIZE;
CREATE TABLE dbo.fresh (id INT NOT NULL);
CREATE UNIQUE CLUSTERED INDEX ux_fresh ON dbo.fresh (id);
CREATE TABLE #t (id INT NOT NULL);
CREATE INDEX ix_t ON #t (id);
-- file: migrations/V3__online.sql
-- ragsql: no-transaction
CREATE INDEX ix_document_owner ON dbo.document (owner) WITH (ONLINE = ON (WAIT_AT_LOW_PRIORITY (MAX_DURATION = 1 MINUTES, ABORT_AFTER_WAIT = SELF)));
ALTER INDEX ix_document_title ON dbo.document REBUILD WITH (ONLINE = ON);
-- file: migrations/V4__elevate.sql
ALTER DATABASE SCOPED CONFIGURATION SET ELEVATE_ONLINE = WHEN_SUPPORTED;
-- file: migrations/V5__index.sql
CREATE INDEX ix_document_again ON dbo.document (language, title);
