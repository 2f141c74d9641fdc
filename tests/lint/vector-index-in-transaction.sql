-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
BEGIN TRAN;
-- told
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine');
COMMIT;
-- file: post-load/V2__after.sql
BEGIN TRAN;
CREATE TABLE dbo.title (id INT NOT NULL CONSTRAINT pk_title PRIMARY KEY, vec VECTOR(4) NULL);
COMMIT;
CREATE VECTOR INDEX vi_title ON dbo.title (vec) WITH (METRIC = 'cosine');
