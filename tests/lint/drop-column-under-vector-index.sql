-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__drop.sql
-- told
ALTER TABLE dbo.chunk DROP COLUMN vec;
-- file: post-load/V3__alter.sql
CREATE TABLE dbo.title (id INT NOT NULL CONSTRAINT pk_title PRIMARY KEY, text NVARCHAR(400) NULL, vec VECTOR(4) NULL);
CREATE VECTOR INDEX vi_title ON dbo.title (vec) WITH (METRIC = 'cosine');
-- told
ALTER TABLE [dbo].[Title] ALTER COLUMN [vec] VECTOR(4) NOT NULL;
-- another column, and the same one once the index is gone
ALTER TABLE dbo.title DROP COLUMN text;
DROP INDEX vi_title ON dbo.title;
ALTER TABLE dbo.title DROP COLUMN vec;
