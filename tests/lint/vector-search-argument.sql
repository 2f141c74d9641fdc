-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__views.sql
CREATE VIEW dbo.all_chunks AS SELECT id, vec FROM dbo.chunk;
-- file: migrations/V3__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(4), @text NVARCHAR(MAX), @metric NVARCHAR(20) AS
BEGIN
    SELECT TOP (5) WITH APPROXIMATE c.id
    -- told
    FROM VECTOR_SEARCH(TABLE = dbo.all_chunks AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.id
    -- told
    FROM VECTOR_SEARCH(TABLE = #chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.id
    -- told
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = doc, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.id
    -- told
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vector, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec,
        -- told
        SIMILAR_TO = @text, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec,
        -- told
        SIMILAR_TO = CAST(@text AS VECTOR(4)), METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q,
        -- told
        METRIC = @metric) AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q,
        -- told
        METRIC = 'manhattan') AS r
    ORDER BY r.distance;
    -- told
    SELECT id, VECTOR_DISTANCE('manhattan', vec, @q) AS distance FROM dbo.chunk;
    -- told
    SELECT VECTOR_NORM(vec, 'l2') AS length FROM dbo.chunk;
    -- told
    SELECT VECTOR_NORMALIZE(vec, 'l1') AS v FROM dbo.chunk;
    -- told
    DECLARE @far FLOAT = VECTOR_DISTANCE(N'l2', @q, @q);
    -- told
    IF VECTOR_DISTANCE('hamming', @q, @q) > 1 RETURN;
    SELECT VECTOR_DISTANCE('COSINE ', vec, @q) AS a, VECTOR_DISTANCE(@metric, vec, @q) AS b, VECTOR_NORM(vec, 'Norm1') AS c,
        VECTOR_NORM(vec, 'norminf') AS d, VECTOR_NORMALIZE(vec, 'norm2') AS e
    FROM dbo.chunk;
    SELECT o.id, n.id
    FROM dbo.chunk AS o
    CROSS APPLY (
        SELECT TOP (5) WITH APPROXIMATE c.id
        FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = o.vec, METRIC = N'Cosine') AS r
        ORDER BY r.distance
    ) AS n;
END;
