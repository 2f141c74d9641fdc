-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    language CHAR(2) NULL
);
CREATE INDEX ix_document_language ON dbo.document (language);
CREATE INDEX ix_document_title ON dbo.document (title);
-- file: migrations/V2__drop.sql
-- ragsql: no-transaction
-- told
DROP INDEX ix_document_language ON dbo.document;
DROP INDEX IF EXISTS ix_never_there ON dbo.document;
-- made again, with a column more
DROP INDEX ix_document_title ON dbo.document;
CREATE INDEX ix_document_title ON dbo.document (title) INCLUDE (language) WITH (ONLINE = ON);
-- made here
CREATE INDEX ix_document_id ON dbo.document (id, title) WITH (ONLINE = ON);
DROP INDEX ix_document_id ON dbo.document;
