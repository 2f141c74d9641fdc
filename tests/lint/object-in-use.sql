-- also: alter-column-not-null, endless-lock-wait, rename-column, tenant-table-without-policy
-- file: migrations/V1__base.sql
CREATE TABLE dbo.doc (
    id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY,
    title NVARCHAR(400) NULL CONSTRAINT df_title DEFAULT N'',
    body NVARCHAR(MAX) NULL
);
CREATE TABLE dbo.note (doc INT NOT NULL CONSTRAINT fk_note REFERENCES dbo.doc (id));
GO
CREATE VIEW dbo.titles WITH SCHEMABINDING AS SELECT title FROM dbo.doc;
-- file: migrations/V2__truncate.sql
-- told
TRUNCATE TABLE dbo.doc;
-- told
ALTER TABLE dbo.doc DROP COLUMN title;
-- file: migrations/V3__rename.sql
-- told
EXEC sp_rename 'dbo.doc', 'document';
-- file: migrations/V4__fine.sql
-- a column that nothing stands on; the rest goes in the order of who stands on whom
CREATE TABLE dbo.page (id INT NOT NULL CONSTRAINT pk_page PRIMARY KEY, title NVARCHAR(400) NULL CONSTRAINT df_page DEFAULT N'');
CREATE TABLE dbo.line (page INT NOT NULL CONSTRAINT fk_line REFERENCES dbo.page (id));
ALTER TABLE dbo.page DROP CONSTRAINT df_page, COLUMN title;
DROP TABLE dbo.line, dbo.page;
-- file: migrations/V5__columns.sql
CREATE TABLE dbo.item (
    id INT NOT NULL CONSTRAINT pk_item PRIMARY KEY,
    size INT NULL CONSTRAINT ck_size CHECK (size > 0),
    code NVARCHAR(10) NULL CONSTRAINT df_code DEFAULT N'x',
    shelf INT NULL
);
CREATE INDEX ix_code ON dbo.item (code);
CREATE INDEX ix_shelf ON dbo.item (shelf) WHERE shelf IS NOT NULL;
-- file: migrations/V6__grown.sql
-- text that grows, nullability, a key that is renamed: nothing stands in the way
ALTER TABLE dbo.item ALTER COLUMN code NVARCHAR(20) NULL;
ALTER TABLE dbo.item ALTER COLUMN size INT NOT NULL;
EXEC sp_rename 'dbo.item.id', 'item_id', 'COLUMN';
-- file: migrations/V7__altered.sql
-- told
ALTER TABLE dbo.item ALTER COLUMN size BIGINT NULL;
-- told
ALTER TABLE dbo.item ALTER COLUMN code INT NULL;
-- told
EXEC sp_rename 'dbo.item.size', 'extent', 'COLUMN';
-- told
EXEC sp_rename 'dbo.item.shelf', 'board', 'COLUMN';
-- file: migrations/V8__bound.sql
CREATE SCHEMA kb;
GO
CREATE SCHEMA old;
GO
CREATE TABLE kb.access (org INT NOT NULL, member NVARCHAR(128) NOT NULL, note NVARCHAR(100) NULL);
CREATE TABLE kb.entry (id INT NOT NULL CONSTRAINT pk_entry PRIMARY KEY, org INT NOT NULL, title NVARCHAR(100) NULL);
GO
CREATE FUNCTION kb.can_see (@org INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes FROM kb.access AS a WHERE a.org = @org AND a.member = USER_NAME();
GO
CREATE SECURITY POLICY kb.guard
    ADD FILTER PREDICATE kb.can_see(org) ON kb.entry, ADD BLOCK PREDICATE kb.can_see(org) ON kb.entry WITH (STATE = ON);
-- file: migrations/V9__bound.sql
-- what the predicate and its function do not name
ALTER TABLE kb.entry ALTER COLUMN title NVARCHAR(200) NULL;
ALTER TABLE kb.access ALTER COLUMN note NVARCHAR(200) NULL;
-- told
ALTER TABLE kb.entry ALTER COLUMN org BIGINT NOT NULL;
-- told
ALTER TABLE kb.access ALTER COLUMN member NVARCHAR(256) NOT NULL;
-- told
EXEC sp_rename 'kb.access.member', 'login', 'COLUMN';
-- told
EXEC sp_rename 'kb.entry.org', 'unit', 'COLUMN';
-- told
ALTER SCHEMA old TRANSFER kb.access;
-- told
ALTER SCHEMA old TRANSFER kb.can_see;
-- told
ALTER SCHEMA old TRANSFER kb.entry;
