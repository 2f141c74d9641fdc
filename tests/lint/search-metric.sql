-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__procedures.sql
-- the index comes later
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
SELECT TOP (5) WITH APPROXIMATE c.id
FROM VECTOR_SEARCH(TABLE = [dbo].[Chunk] AS c, COLUMN = [VEC], SIMILAR_TO = @q,
    -- told
    METRIC = 'dot') AS r
ORDER BY r.distance;
GO
CREATE PROCEDURE dbo.find_well @q VECTOR(4) AS
SELECT TOP (5) WITH APPROXIMATE c.id
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'COSINE ') AS r
ORDER BY r.distance;
GO
CREATE PROCEDURE dbo.find_exactly @q VECTOR(4) AS
SELECT TOP (5) id FROM dbo.chunk
ORDER BY
    -- told
    VECTOR_DISTANCE('euclidean', vec, @q);
GO
CREATE SYNONYM dbo.pieces FOR dbo.chunk;
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__look.sql
DECLARE @q VECTOR(4) = '[1,2,3,4]';
SELECT TOP (5) WITH APPROXIMATE c.id
FROM VECTOR_SEARCH(TABLE = pieces AS c, COLUMN = vec, SIMILAR_TO = @q,
    -- told
    METRIC = N'euclidean') AS r
ORDER BY r.distance;
-- file: post-load/V3__other.sql
DROP INDEX vi_chunk ON dbo.chunk;
-- file: post-load/V4__look.sql
DECLARE @q VECTOR(4) = '[1,2,3,4]';
SELECT TOP (5) WITH APPROXIMATE c.id
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'euclidean') AS r
ORDER BY r.distance;
-- file: post-load/V5__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
