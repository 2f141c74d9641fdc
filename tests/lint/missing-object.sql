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
