-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__find.sql
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
SELECT TOP (5) WITH APPROXIMATE c.id
-- told
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r WITH (FORCE_ANN_ONLY)
ORDER BY r.distance;
-- file: post-load/V3__test_index.sql
DECLARE @q VECTOR(4) = '[1,2,3,4]';
SELECT TOP (5) WITH APPROXIMATE c.id
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r WITH (FORCE_ANN_ONLY)
ORDER BY r.distance;
