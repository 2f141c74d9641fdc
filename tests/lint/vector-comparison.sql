-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.compare @q VECTOR(4) AS
BEGIN
    -- told
    SELECT id FROM dbo.chunk WHERE vec = @q;
    -- told
    SELECT a.id FROM dbo.chunk AS a JOIN dbo.chunk AS b ON a.vec = b.vec;
    -- told
    SELECT MAX(vec) AS most FROM dbo.chunk;
    -- told
    SELECT COUNT(DISTINCT vec) AS n FROM dbo.chunk;
    -- told
    SELECT id FROM dbo.chunk ORDER BY vec;
    -- told
    SELECT COUNT(*) AS n FROM dbo.chunk GROUP BY vec;
    -- told
    SELECT DISTINCT vec FROM dbo.chunk;
    -- told
    SELECT vec FROM dbo.chunk UNION SELECT @q;
    -- told
    DELETE c FROM dbo.chunk AS c WHERE c.vec IN (@q);
    -- told
    UPDATE dbo.chunk SET doc = 1 WHERE vec = @q;
    SELECT vec FROM dbo.chunk UNION ALL SELECT vec FROM dbo.chunk;
    SELECT COUNT(vec) AS n FROM dbo.chunk WHERE vec IS NOT NULL AND VECTOR_DISTANCE('cosine', vec, @q) < 0.2;
    SELECT id FROM (SELECT id, doc AS vec FROM dbo.chunk) AS d WHERE d.vec = 3 ORDER BY d.vec;
END;
