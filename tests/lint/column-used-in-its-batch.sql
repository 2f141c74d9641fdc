-- also: offline-index, rename-column, update-without-where
-- file: migrations/V1__base.sql
CREATE TABLE dbo.doc (id INT NOT NULL);
CREATE TABLE dbo.lang (code CHAR(2) NOT NULL);
-- file: migrations/V2__used.sql
ALTER TABLE dbo.doc ADD lang CHAR(2) NULL, [Place] INT NULL;
-- told
UPDATE d SET place = 1 FROM dbo.Doc AS d;
-- an index, text that is compiled later, another column
CREATE INDEX ix_lang ON dbo.doc (lang);
EXEC (N'UPDATE dbo.doc SET lang = ''en''');
UPDATE dbo.doc SET id = id + 1;
GO
UPDATE dbo.doc SET lang = 'en';
-- file: migrations/V3__made_here.sql
CREATE TABLE dbo.page (id INT NOT NULL);
ALTER TABLE dbo.page ADD number INT NULL;
UPDATE dbo.page SET number = 1;
-- file: migrations/V4__of_another.sql
ALTER TABLE dbo.doc ADD code CHAR(2) NULL;
SELECT l.code FROM dbo.doc AS d CROSS JOIN dbo.lang AS l;
-- file: migrations/V5__guarded.sql
ALTER TABLE dbo.doc ADD label INT NULL;
SELECT id AS label FROM dbo.doc;
IF COL_LENGTH(N'dbo.doc', N'kind') IS NULL
    ALTER TABLE dbo.doc ADD kind INT NULL;
-- told
UPDATE dbo.doc SET kind = 0;
-- file: migrations/V6__renamed.sql
EXEC sp_rename N'dbo.doc.kind', N'sort', N'COLUMN';
-- told
SELECT id FROM dbo.doc WHERE sort = 1;
-- file: migrations/V7__condition.sql
ALTER TABLE dbo.doc ADD done BIT NULL;
-- told
IF EXISTS (SELECT 1 FROM dbo.doc WHERE done = 1)
    PRINT 'done';
-- told
DECLARE @left INT = (SELECT COUNT(*) FROM dbo.doc WHERE done IS NULL);
IF COL_LENGTH(N'dbo.doc', N'done') IS NOT NULL
    PRINT 'there';
