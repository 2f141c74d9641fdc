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
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r;
    -- told
    SELECT TOP 5 WITH APPROXIMATE id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
    SELECT h.id
    FROM (
        SELECT TOP (5) WITH APPROXIMATE c.id, r.distance
        FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
        ORDER BY r.distance
    ) AS h;
END;
