-- file: migrations/V2__next.sql
SET XACT_ABORT ON;
DROP VIEW dbo.titles;
DROP VIEW dbo.old_titles;
ALTER TABLE dbo.docs ALTER COLUMN title nvarchar(400) NOT NULL;
ALTER TABLE dbo.docs DROP COLUMN note;
EXEC sp_rename 'dbo.tags', 'labels';
ALTER TABLE dbo.labels DROP COLUMN label;
CREATE TABLE dbo.parts (
    id int NOT NULL CONSTRAINT pk_parts PRIMARY KEY,
    doc int NOT NULL CONSTRAINT fk_parts_docs REFERENCES dbo.docs (id)
);
CREATE INDEX ix_parts ON dbo.parts (doc);
IF OBJECT_ID(N'dbo.docs') IS NULL CREATE TABLE dbo.docs (id int NOT NULL);
IF EXISTS (SELECT 1 FROM dbo.docs WHERE tenant = 7) DELETE FROM dbo.docs WHERE tenant = 7;
UPDATE dbo.docs SET title = N'none | `x` <b>' WHERE title IS NULL;
DELETE FROM dbo.parts;
GO
CREATE VIEW dbo.titles AS SELECT id, title FROM dbo.docs;
GO
DECLARE @sql nvarchar(max) = (SELECT TOP (1) title FROM dbo.docs);
EXEC (@sql);
EXEC dbo.find @title = N'a';
GO
INSERT INTO dbo.parts (id, doc) SELECT COUNT(*) + 1, MAX(id) FROM dbo.docs;
GO 3
-- file: migrations/V3__online.sql
-- ragsql: no-transaction
CREATE INDEX ix_tenant ON dbo.docs (tenant) WITH (ONLINE = ON, RESUMABLE = ON);
CREATE UNIQUE INDEX ux_title ON dbo.docs (title);
-- file: post-load/V1__vi.sql
-- ragsql: guard complete dbo.docs.embedding
CREATE VECTOR INDEX vi_docs ON dbo.docs (embedding) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
