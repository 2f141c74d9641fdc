-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
CREATE TABLE dbo.road (id INT NOT NULL CONSTRAINT pk_road PRIMARY KEY CLUSTERED, distance FLOAT NOT NULL, vec VECTOR(4) NULL);
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
BEGIN
    -- told
    SELECT TOP (5) WITH APPROXIMATE r.id, c.doc
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    -- told
    WHERE r.doc = 3
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.road AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    -- told
    ORDER BY distance;
    SELECT TOP (5) WITH APPROXIMATE c.id, c.distance AS length
    FROM VECTOR_SEARCH(TABLE = dbo.road AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY distance;
END;
GO
CREATE PROCEDURE dbo.find_with_distance @q VECTOR(4) AS
-- told
SELECT TOP (5) WITH APPROXIMATE c.id, c.distance
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
ORDER BY r.distance;
