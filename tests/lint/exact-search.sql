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
    SELECT TOP (5) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
    -- of one document
    SELECT TOP (5) id FROM dbo.chunk WHERE doc = 3 ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
    -- brute force, for comparison
    SELECT TOP (5) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
    -- ragsql: allow exact-search a nightly check of recall
    SELECT TOP (5) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
END;
GO
-- replaced before the index came
CREATE PROCEDURE dbo.find_old @q VECTOR(4) AS SELECT TOP (5) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
GO
DROP PROCEDURE dbo.find_old;
GO
CREATE FUNCTION dbo.nearest (@q VECTOR(4)) RETURNS TABLE AS RETURN
    WITH d AS (
        SELECT c.id,
            -- told
            VECTOR_DISTANCE('cosine', @q, c.vec) AS distance
        FROM dbo.chunk AS c
    )
    SELECT TOP (5) d.id FROM d ORDER BY d.distance;
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__look.sql
-- told
EXEC (N'DECLARE @q VECTOR(4) = ''[1,2,3,4]''; SELECT TOP (5) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE(''cosine'', vec, @q)');
