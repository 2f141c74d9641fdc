-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
BEGIN
    SELECT TOP (5) id FROM dbo.chunk
    -- told
    ORDER BY VECTOR_DISTANCE('dot', vec, @q) DESC;
    SELECT TOP (5) id, VECTOR_DISTANCE('cosine', vec, @q) AS score FROM dbo.chunk
    -- told
    ORDER BY score DESC;
    SELECT TOP (5) id, 1 - VECTOR_DISTANCE('cosine', vec, @q) AS similarity FROM dbo.chunk ORDER BY similarity DESC;
    SELECT TOP (5) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('dot', vec, @q) ASC;
    -- told
    SELECT TOP (5) id FROM dbo.chunk ORDER BY 1 - VECTOR_DISTANCE('cosine', vec, @q);
    SELECT TOP (5) id, 1.0 - VECTOR_DISTANCE('cosine', vec, @q) / 2 AS similarity FROM dbo.chunk
    -- told
    ORDER BY similarity ASC;
    -- told
    SELECT TOP (5) id FROM dbo.chunk ORDER BY -VECTOR_DISTANCE('dot', vec, @q);
    -- told
    SELECT TOP (5) id FROM dbo.chunk ORDER BY 1 / (1 + VECTOR_DISTANCE('euclidean', vec, @q));
    -- told
    SELECT TOP (5) id FROM dbo.chunk ORDER BY ROUND(VECTOR_DISTANCE('cosine', vec, @q), 3) DESC;
    SELECT d.id
    FROM (
        -- told
        SELECT id, ROW_NUMBER() OVER (PARTITION BY doc ORDER BY VECTOR_DISTANCE('cosine', vec, @q) DESC) AS n FROM dbo.chunk
    ) AS d
    WHERE d.n <= 5;
    WITH scored AS (SELECT id, doc, 1 - VECTOR_DISTANCE('cosine', vec, @q) AS similarity FROM dbo.chunk)
    -- told
    SELECT id, RANK() OVER (ORDER BY similarity) AS place FROM scored;
    SELECT TOP (5) id FROM dbo.chunk
    -- told
    WHERE VECTOR_DISTANCE('cosine', vec, @q) > 0.8
    ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
    SELECT TOP (5) d.id FROM (SELECT id, 1 - VECTOR_DISTANCE('cosine', vec, @q) AS similarity FROM dbo.chunk) AS d
    -- told
    WHERE 0.7 >= d.similarity
    ORDER BY d.similarity DESC;
    SELECT TOP (5) id FROM dbo.chunk ORDER BY -VECTOR_DISTANCE('dot', vec, @q) DESC;
    SELECT TOP (5) id FROM dbo.chunk
    WHERE VECTOR_DISTANCE('cosine', vec, @q) < 0.8 AND VECTOR_DISTANCE('cosine', vec, @q) > 0
    ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
    SELECT TOP (5) id FROM dbo.chunk
    WHERE VECTOR_DISTANCE('cosine', vec, @q) > 0.2 AND VECTOR_DISTANCE('cosine', vec, @q) < 0.4
    ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
    DECLARE @after FLOAT = 0.3;
    SELECT TOP (5) id FROM dbo.chunk
    WHERE VECTOR_DISTANCE('cosine', vec, @q) > @after
    ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
    SELECT id, ROW_NUMBER() OVER (ORDER BY VECTOR_DISTANCE('cosine', vec, @q)) AS n FROM dbo.chunk;
    SELECT TOP (5) id FROM dbo.chunk ORDER BY doc - VECTOR_DISTANCE('cosine', vec, @q) DESC;
END;
GO
-- called after the nearest
CREATE PROCEDURE dbo.confident @q VECTOR(4) AS
BEGIN
    DECLARE @best FLOAT;
    -- told
    SELECT MAX(VECTOR_DISTANCE('cosine', vec, @q)) AS confidence FROM dbo.chunk;
    -- told
    SELECT 1 - MAX(r.distance) AS score FROM (
        SELECT TOP (5) WITH APPROXIMATE c.id, r.distance
        FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
        ORDER BY r.distance
    ) AS r;
    -- told
    SELECT @best = MIN(1 - VECTOR_DISTANCE('cosine', vec, @q)) FROM dbo.chunk;
    SELECT MIN(VECTOR_DISTANCE('cosine', vec, @q)) AS best, MAX(VECTOR_DISTANCE('cosine', vec, @q)) AS farthest,
        MAX(1 - VECTOR_DISTANCE('cosine', vec, @q)) AS best_score, MIN(1 - VECTOR_DISTANCE('cosine', vec, @q)) AS least_score
    FROM dbo.chunk;
END;
