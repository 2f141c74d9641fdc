-- file: migrations/V1__base.sql
CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY);
CREATE INDEX ix_doc ON dbo.doc (id);
CREATE TABLE dbo.page (id INT NOT NULL CONSTRAINT pk_page PRIMARY KEY);
GO
CREATE SCHEMA rag;
-- file: migrations/V2__again.sql
-- told
CREATE TABLE dbo.Doc (id INT NOT NULL);
-- told
CREATE INDEX IX_DOC ON dbo.doc (id);
-- told
ALTER TABLE dbo.doc ADD ID INT NULL;
-- told
CREATE TABLE dbo.note (id INT NOT NULL CONSTRAINT pk_page PRIMARY KEY);
GO
-- told
CREATE SCHEMA RAG;
-- file: migrations/V3__fine.sql
-- another schema, a guard, CREATE OR ALTER, a name that is free again
CREATE TABLE rag.doc (id INT NOT NULL);
IF OBJECT_ID(N'rag.doc') IS NULL CREATE TABLE rag.doc (id INT NOT NULL);
IF (SELECT COUNT(*) FROM rag.doc) = 0 CREATE TABLE rag.doc (id INT NOT NULL);
DROP TABLE rag.doc;
CREATE TABLE rag.doc (id INT NOT NULL);
GO
CREATE OR ALTER VIEW rag.ids AS SELECT id FROM rag.doc;
GO
CREATE OR ALTER VIEW rag.ids AS SELECT id FROM rag.doc;
