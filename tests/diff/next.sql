-- file: migrations/V2__next.sql
DROP VIEW dbo.titles;
DROP INDEX ix_title ON dbo.docs;
ALTER TABLE dbo.docs ALTER COLUMN title nvarchar(400) NOT NULL;
CREATE UNIQUE INDEX ix_title ON dbo.docs (title) INCLUDE (state);
ALTER TABLE dbo.docs DROP COLUMN note;
ALTER TABLE dbo.docs ADD embedding vector(3) NULL;
ALTER TABLE dbo.docs DROP CONSTRAINT ck_state;
ALTER TABLE dbo.docs ADD CONSTRAINT ck_state CHECK (state IN (1, 2, 3));
CREATE TABLE dbo.parts (
    id int NOT NULL CONSTRAINT pk_parts PRIMARY KEY,
    doc int NOT NULL CONSTRAINT fk_parts_docs REFERENCES dbo.docs (id),
    lang nvarchar(5) NOT NULL CONSTRAINT df_lang DEFAULT N'en'
);
EXEC sp_rename 'dbo.tags', 'labels';
EXEC sp_rename 'dbo.labels.label', 'name', 'COLUMN';
GO
CREATE VIEW dbo.titles WITH SCHEMABINDING AS SELECT id, title FROM dbo.docs;
GO
CREATE OR ALTER PROCEDURE dbo.find @title nvarchar(400) AS
SELECT id
FROM dbo.docs
WHERE title LIKE @title;
GO
DENY SELECT ON dbo.docs TO reader;
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_docs ON dbo.docs (embedding) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
