-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
BEGIN
    -- told
    SELECT TOP (5) c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT c.id, r.distance
    -- told
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r;
    SELECT TOP (3) h.id
    FROM (
        SELECT TOP (5) WITH APPROXIMATE c.id, r.distance
        FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
        ORDER BY r.distance
    ) AS h
    ORDER BY h.id;
END;
