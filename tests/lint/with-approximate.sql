-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
-- told
SELECT TOP (5) WITH APPROXIMATE c.id
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
ORDER BY r.distance;
GO
CREATE PROCEDURE dbo.find_by_fetch @q VECTOR(4) AS
SELECT c.id
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = dbo.chunk.vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
ORDER BY r.distance
-- told
FETCH APPROXIMATE NEXT 5 ROWS ONLY;
GO
CREATE PROCEDURE dbo.find_well @q VECTOR(4) AS
SELECT c.id
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine', TOP_N = 5) AS r
ORDER BY r.distance;
