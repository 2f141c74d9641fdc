-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
BEGIN
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    -- told
    ORDER BY r.distance, c.id;
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    -- told
    ORDER BY r.distance DESC;
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    -- told
    ORDER BY c.id;
    -- told
    SELECT DISTINCT TOP (5) WITH APPROXIMATE c.doc, r.distance
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.doc,
        -- told
        COUNT(*) OVER () AS n
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) WITH APPROXIMATE c.doc
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    -- told
    CROSS APPLY (SELECT 1 AS one) AS a
    ORDER BY r.distance;
    -- told
    SELECT TOP (5) WITH APPROXIMATE c.doc
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    UNION ALL SELECT 1;
    SELECT c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    -- told
    ORDER BY c.id FETCH APPROX NEXT 5 ROWS ONLY;
    -- what is allowed
    SELECT TOP (5) WITH APPROXIMATE c.id, r.distance AS d, (SELECT COUNT(*) FROM dbo.chunk) AS n
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    INNER JOIN dbo.chunk AS o ON o.doc = c.doc
    WHERE c.doc > 3
    ORDER BY d;
END;
GO
CREATE PROCEDURE dbo.tied @q VECTOR(4) AS
BEGIN
    -- told
    SELECT TOP (5) WITH TIES WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    -- told
    SELECT TOP (5) PERCENT WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
END;
