-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    body NVARCHAR(50) NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__other.sql
CREATE SYNONYM dbo.words FOR dbo.chunk;
GO
CREATE VIEW dbo.seen AS SELECT id, vec FROM dbo.chunk;
-- file: post-load/V1__vi.sql
SELECT id, vec INTO #chunk FROM dbo.chunk;
-- told
CREATE VECTOR INDEX vi ON #chunk (vec) WITH (METRIC = 'cosine');
DECLARE @rows TABLE (id INT NOT NULL PRIMARY KEY CLUSTERED, vec VECTOR(4) NULL);
-- told
CREATE VECTOR INDEX vi ON @rows (vec) WITH (METRIC = 'cosine');
-- told
CREATE VECTOR INDEX vi ON dbo.seen (vec) WITH (METRIC = 'cosine');
-- told
CREATE VECTOR INDEX vi ON dbo.chunk (body) WITH (METRIC = 'cosine');
-- file: post-load/V2__fine.sql
CREATE VECTOR INDEX vi_fine ON dbo.chunk (vec) WITH (METRIC = 'cosine');
-- file: post-load/V3__synonym.sql
DROP INDEX vi_fine ON dbo.chunk;
-- told
CREATE VECTOR INDEX vi_words ON dbo.words (vec) WITH (METRIC = 'cosine');
