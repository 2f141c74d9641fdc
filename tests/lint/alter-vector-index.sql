-- also: offline-index
-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__alter.sql
-- told
ALTER INDEX vi_chunk ON dbo.chunk REBUILD;
-- told
ALTER INDEX ALL ON dbo.chunk REBUILD;
-- told
EXEC sp_rename N'dbo.chunk.vi_chunk', N'vi_other', N'INDEX';
-- another index of the table, and ALL of a table without a vector index
ALTER INDEX pk_chunk ON dbo.chunk REBUILD;
CREATE TABLE dbo.note (id INT NOT NULL CONSTRAINT pk_note PRIMARY KEY);
ALTER INDEX ALL ON dbo.note REBUILD;
