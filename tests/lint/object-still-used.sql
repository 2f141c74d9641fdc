-- also: drop-table, endless-lock-wait
-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL
);
CREATE TABLE dbo.note (id INT NOT NULL, text NVARCHAR(MAX) NULL);
CREATE TABLE dbo.late (id INT NOT NULL);
GO
CREATE VIEW dbo.titles AS SELECT id, title FROM dbo.document;
GO
CREATE PROCEDURE dbo.notes AS SELECT n.text FROM dbo.note AS n;
GO
CREATE PROCEDURE dbo.all_notes AS EXEC dbo.notes;
GO
CREATE PROCEDURE dbo.lates AS SELECT id FROM dbo.late;
-- file: migrations/V2__drop.sql
-- told
EXEC sp_rename 'dbo.document', 'page';
DROP TABLE dbo.note;
-- told
DROP PROCEDURE dbo.notes;
DROP TABLE dbo.late;
-- file: migrations/V3__lates.sql
-- mended by a later file
DROP PROCEDURE dbo.lates;
