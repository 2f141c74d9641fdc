-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
SELECT c.id
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine',
    -- told
    TOP_N = 5) AS r
ORDER BY r.distance;
GO
-- an index on a table that this history does not make
CREATE PROCEDURE dbo.find_elsewhere @q VECTOR(4) AS
SELECT c.id
FROM VECTOR_SEARCH(TABLE = kb.elsewhere AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine',
    -- told
    TOP_N = 5) AS r;
GO
CREATE PROCEDURE dbo.find_well @q VECTOR(4) AS
SELECT TOP (5) WITH APPROXIMATE c.id
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
ORDER BY r.distance;
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
