-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__key.sql
-- told
ALTER TABLE dbo.chunk DROP CONSTRAINT pk_chunk;
-- file: post-load/V3__again.sql
-- a key of a table without a vector index
CREATE TABLE dbo.note (id INT NOT NULL CONSTRAINT pk_note PRIMARY KEY);
ALTER TABLE dbo.note DROP CONSTRAINT pk_note;
