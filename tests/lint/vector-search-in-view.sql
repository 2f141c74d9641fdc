-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__view.sql
CREATE VIEW dbo.nearest AS
SELECT r.distance
FROM dbo.chunk AS q
CROSS APPLY (
    SELECT TOP (5) WITH APPROXIMATE s.distance
    -- told
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = q.vec, METRIC = 'cosine') AS s
    ORDER BY s.distance
) AS r
WITH CHECK OPTION;
GO
-- said once: that it does not ask for the index is no matter in a view
CREATE VIEW dbo.nearest_exact AS
SELECT r.distance
-- told
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = q.vec, METRIC = 'cosine') AS r;
GO
CREATE VIEW dbo.distances AS SELECT a.id, VECTOR_DISTANCE('cosine', a.vec, b.vec) AS distance FROM dbo.chunk AS a CROSS JOIN dbo.chunk AS b;
GO
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
SELECT TOP (5) WITH APPROXIMATE c.id, r.distance
FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
ORDER BY r.distance;
