-- also: conditional-vector-index
-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__second.sql
-- told
CREATE VECTOR INDEX vi_dot ON dbo.chunk (vec) WITH (METRIC = 'dot');
-- file: post-load/V3__fine.sql
-- on another column, or on the same once the first is gone
ALTER TABLE dbo.chunk ADD vec_b VECTOR(8) NULL;
CREATE VECTOR INDEX vi_b ON dbo.chunk (vec_b) WITH (METRIC = 'dot');
CREATE TABLE dbo.title (id INT NOT NULL CONSTRAINT pk_title PRIMARY KEY, vec VECTOR(4) NULL);
CREATE VECTOR INDEX vi_title ON dbo.title (vec) WITH (METRIC = 'dot');
DROP INDEX vi_title ON dbo.title;
CREATE VECTOR INDEX vi_title_b ON dbo.title (vec) WITH (METRIC = 'cosine');
IF NOT EXISTS (SELECT 1 FROM sys.vector_indexes WHERE object_id = OBJECT_ID(N'dbo.title'))
    CREATE VECTOR INDEX vi_title_c ON dbo.title (vec) WITH (METRIC = 'cosine');
