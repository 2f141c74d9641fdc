-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__drop.sql
-- told
ALTER TABLE dbo.chunk DROP COLUMN vec;
-- file: post-load/V3__alter.sql
-- told
ALTER TABLE [dbo].[Chunk] ALTER COLUMN [vec] VECTOR(4) NOT NULL;
-- another column, and the same one once the index is gone
ALTER TABLE dbo.chunk DROP COLUMN body;
DROP INDEX vi_chunk ON dbo.chunk;
ALTER TABLE dbo.chunk DROP COLUMN vec;
