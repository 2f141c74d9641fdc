-- file: migrations/V1__base.sql
-- told
CREATE TABLE dbo.page (path NVARCHAR(MAX) NOT NULL CONSTRAINT pk_page PRIMARY KEY);
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY, body VARCHAR(MAX) NULL, meta XML NULL, code CHAR(1000) NOT NULL, more CHAR(800) NOT NULL, name NVARCHAR(200) NOT NULL
);
-- told
CREATE INDEX ix_document_body ON dbo.document (name, body);
-- told
CREATE INDEX ix_document_meta ON dbo.document (meta);
-- told
CREATE INDEX ix_document_code ON dbo.document (code, more);
CREATE INDEX ix_document_more ON dbo.document (more, name) INCLUDE (body);
-- told
ALTER TABLE dbo.document ADD CONSTRAINT uq_document_code UNIQUE (code, more);
