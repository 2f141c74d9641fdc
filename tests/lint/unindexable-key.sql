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
CREATE TABLE dbo.wide (id INT NOT NULL, long_code CHAR(1000) NOT NULL);
CREATE INDEX ix_wide ON dbo.wide (id);
-- told
ALTER TABLE dbo.wide ADD CONSTRAINT pk_wide PRIMARY KEY (long_code);
CREATE TABLE dbo.broad (id INT NOT NULL, long_code CHAR(1000) NOT NULL);
CREATE CLUSTERED INDEX cx_broad ON dbo.broad (id);
ALTER TABLE dbo.broad ADD CONSTRAINT pk_broad PRIMARY KEY (long_code);
-- told
CREATE TABLE dbo.new_wide (long_code CHAR(1000) NOT NULL CONSTRAINT pk_new_wide PRIMARY KEY);
CREATE TABLE dbo.new_beside (long_code CHAR(1000) NOT NULL CONSTRAINT pk_new_beside PRIMARY KEY, id INT NOT NULL, INDEX cx_new CLUSTERED (id));
