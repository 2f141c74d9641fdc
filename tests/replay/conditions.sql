-- file: migrations/V1__tables.sql
CREATE SCHEMA kb;
GO
CREATE TABLE kb.doc (id int NOT NULL CONSTRAINT pk_doc PRIMARY KEY, title nvarchar(100) NULL);
CREATE INDEX ix_title ON kb.doc (title);
GO
CREATE FUNCTION kb.see (@id int) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok;
GO
CREATE SECURITY POLICY kb.pol ADD FILTER PREDICATE kb.see(id) ON kb.doc WITH (STATE = ON);
-- file: migrations/V2__guards_that_hold.sql
IF OBJECT_ID(N'kb.note', N'U') IS NULL
    CREATE TABLE kb.note (id int NOT NULL);
IF NOT EXISTS (SELECT 1 FROM sys.tables t JOIN sys.schemas s ON s.schema_id = t.schema_id WHERE s.name = N'kb' AND t.name = 'tag')
BEGIN
    CREATE TABLE kb.tag (id int NOT NULL);
    IF COL_LENGTH('kb.tag', 'name') IS NULL ALTER TABLE kb.tag ADD name nvarchar(50) NULL;
END
IF NOT EXISTS (SELECT * FROM sys.indexes WHERE name = 'ix_name' AND object_id = OBJECT_ID('kb.tag'))
    CREATE INDEX ix_name ON kb.tag (name);
IF NOT EXISTS (SELECT name FROM sys.indexes WHERE name = N'ix_name')
    CREATE INDEX ix_name ON kb.tag (name);
IF SCHEMA_ID('app') IS NULL EXEC ('CREATE SCHEMA app');
IF NOT EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = 'kb' AND TABLE_NAME = 'doc' AND COLUMN_NAME = 'lang')
    ALTER TABLE kb.doc ADD lang char(2) NULL;
IF EXISTS (SELECT 1 FROM sys.security_policies WHERE name = 'pol') AND 1 = 1
    DROP SECURITY POLICY kb.pol
ELSE
    PRINT 'no policy';
IF TYPE_ID(N'kb.flag') IS NULL CREATE TYPE kb.flag FROM bit NOT NULL;
IF TYPE_ID(N'kb.json') IS NULL CREATE TYPE kb.json FROM nvarchar(max);
IF TYPE_ID(N'sys.json') IS NULL OR TYPE_ID(N'rowversion') IS NULL CREATE TYPE kb.none FROM bit;
IF INDEXPROPERTY(OBJECT_ID('kb.doc'), 'ix_title', 'IndexID') IS NOT NULL DROP INDEX ix_title ON kb.doc;
IF NOT EXISTS (SELECT 1 FROM sys.foreign_keys WHERE name = 'fk_note' AND parent_object_id = OBJECT_ID('kb.note'))
    ALTER TABLE kb.note ADD doc_id int NULL, CONSTRAINT fk_note FOREIGN KEY (doc_id) REFERENCES kb.doc (id);
IF EXISTS (SELECT 1 FROM sys.foreign_keys WHERE name = 'fk_note') PRINT 'there';
IF @@ERROR <> 0 SET NOEXEC ON;
-- file: migrations/V3__guards_that_do_not.sql
IF 1 = 0 CREATE TABLE kb.never (id int);
IF NOT (EXISTS (SELECT 1 FROM sys.objects WHERE object_id = OBJECT_ID(N'[kb].[note]') AND type IN (N'U')))
    CREATE TABLE kb.note (id int NOT NULL);
IF (SELECT COUNT(*) FROM sys.tables WHERE name = 'tag') = 0 CREATE TABLE kb.tag (id int NOT NULL);
DECLARE @again bit = 0;
IF @again = 1 DROP TABLE kb.note;
-- file: migrations/V4__unknown.sql
IF EXISTS (SELECT 1 FROM kb.doc WHERE title IS NULL)
    CREATE TABLE kb.empty_titles (id int NOT NULL)
ELSE
    DROP TABLE kb.note;
IF DB_NAME() = 'prod' ALTER TABLE kb.doc ADD audit_note nvarchar(10) NULL;
IF DB_NAME() = 'prod' AND 1 = 0 DROP TABLE kb.doc;
IF DB_NAME() = 'prod' THROW 50000, 'not here', 1;
IF EXISTS (SELECT 1 FROM sys.columns WHERE name = 'audit_note' AND object_id = OBJECT_ID('kb.doc'))
    CREATE INDEX ix_audit ON kb.doc (audit_note);
-- file: post-load/V1__after_the_load.sql
IF (SELECT COUNT(*) FROM kb.doc WHERE title IS NOT NULL) >= 100
   AND NOT EXISTS (SELECT 1 FROM sys.vector_indexes WHERE object_id = OBJECT_ID(N'kb.doc'))
    CREATE INDEX ix_loaded ON kb.doc (title);
IF (SELECT COUNT(*) FROM kb.doc WHERE title IS NULL) = 0
    CREATE INDEX ix_complete ON kb.doc (title);
