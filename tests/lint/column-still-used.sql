-- also: drop-column
-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    size INT NULL,
    kind INT NULL
);
CREATE TABLE dbo.person (id INT NOT NULL, owner NVARCHAR(100) NULL);
GO
CREATE VIEW dbo.titles AS SELECT d.id, d.[Title] FROM dbo.document AS d;
GO
CREATE PROCEDURE dbo.sizes AS
BEGIN
    CREATE TABLE #sizes (size INT);
    INSERT INTO #sizes SELECT size FROM dbo.document;
END;
GO
CREATE PROCEDURE dbo.owners AS SELECT p.owner FROM dbo.person AS p JOIN dbo.document AS d ON d.id = p.id;
GO
CREATE PROCEDURE dbo.kinds AS SELECT kind FROM dbo.document;
-- file: migrations/V2__columns.sql
-- told
EXEC sp_rename 'dbo.document.title', 'headline', 'COLUMN';
-- told
ALTER TABLE dbo.document DROP COLUMN size;
-- the name may be that of another table
ALTER TABLE dbo.document DROP COLUMN owner;
ALTER TABLE dbo.document DROP COLUMN kind;
-- file: migrations/V3__kinds.sql
ALTER PROCEDURE dbo.kinds AS SELECT 1 AS kind;
