-- also: delete-without-where, drop-vector-index, truncate-table
-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__empty.sql
TRUNCATE TABLE dbo.chunk;
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__empty.sql
-- told
truncate table [dbo].[CHUNK]
GO
DELETE FROM dbo.chunk;
-- file: post-load/V3__empty.sql
DROP INDEX vi_chunk ON dbo.chunk;
TRUNCATE TABLE dbo.chunk;
