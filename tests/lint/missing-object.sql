-- also: drop-table
-- file: migrations/V1__base.sql
CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY);
CREATE TABLE dbo.old (id INT NOT NULL);
DROP TABLE dbo.old;
-- file: migrations/V2__use.sql
-- told
ALTER TABLE dbo.docs ADD title NVARCHAR(400) NULL;
-- told
CREATE INDEX ix_old ON dbo.old (id);
-- told
DROP PROCEDURE dbo.nothing;
-- told
CREATE TABLE nowhere.t (id INT NOT NULL);
-- told
ALTER SECURITY POLICY dbo.guard WITH (STATE = OFF);
-- guarded, temporary, of the system, or there
DROP TABLE IF EXISTS dbo.nothing;
IF OBJECT_ID(N'dbo.nothing') IS NOT NULL DROP TABLE dbo.nothing;
IF (SELECT COUNT(*) FROM dbo.doc) > 0 DROP TABLE dbo.perhaps;
DROP TABLE #temporary;
SELECT name FROM sys.tables;
DROP TABLE dbo.doc;
CREATE TABLE dbo.note (id INT NOT NULL, body NVARCHAR(400) NULL);
GO
-- told
INSERT dbo.nowhere_1 (id) VALUES (1);
-- told
UPDATE dbo.nowhere_2 SET id = 2 WHERE id = 1;
-- told
DELETE FROM dbo.nowhere_3 WHERE id = 1;
-- told
SELECT n.id FROM dbo.note AS n JOIN dbo.nowhere_4 AS o ON o.id = n.id;
-- told
INSERT dbo.note (id) SELECT id FROM dbo.nowhere_5;
-- told
ALTER SECURITY POLICY dbo.guard_of_nothing WITH (STATE = ON);
-- what it would do to a table that is not there is not told as well
-- told
CREATE UNIQUE INDEX ux_nowhere ON dbo.nowhere_9 (id);
-- told
TRUNCATE TABLE dbo.nowhere_10;
-- there, of the system, made here, or looked up when it is reached
CREATE TABLE #t (id INT NOT NULL);
DECLARE @t TABLE (id INT NOT NULL);
INSERT #t (id) VALUES (1);
INSERT @t (id) OUTPUT inserted.id INTO #t VALUES (1);
WITH few AS (SELECT id FROM dbo.note) DELETE FROM few WHERE id = 1;
UPDATE n SET body = N'' FROM dbo.note AS n JOIN sys.objects AS o ON o.object_id = n.id WHERE n.id = 1;
SELECT name FROM sysobjects;
SELECT version FROM dbo.ragsql_migrations;
SELECT value FROM STRING_SPLIT('a b', ' ');
IF 1 = (SELECT COUNT(*) FROM dbo.note) SELECT id FROM dbo.nowhere_6;
BEGIN TRY SELECT id FROM dbo.nowhere_7; END TRY BEGIN CATCH PRINT 'none'; END CATCH;
GO
CREATE PROCEDURE dbo.later AS SELECT id FROM dbo.nowhere_8;
GO
