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
    -- told
    SELECT DISTINCT * FROM dbo.chunk;
    -- told
    SELECT DISTINCT c.* FROM dbo.chunk AS c;
    -- told
    SELECT id, ROW_NUMBER() OVER (PARTITION BY vec ORDER BY id) AS n FROM dbo.chunk;
    -- told
    SELECT id, ROW_NUMBER() OVER (ORDER BY vec) AS n FROM dbo.chunk;
    -- told
    SELECT id FROM dbo.chunk AS c WHERE EXISTS (SELECT 1 FROM dbo.chunk AS other WHERE other.vec = c.vec AND other.id < c.id);
    -- told
    SELECT CASE vec WHEN @q THEN 1 ELSE 0 END AS same FROM dbo.chunk;
    -- told
    SELECT * FROM dbo.chunk EXCEPT SELECT * FROM dbo.chunk WHERE doc = 1;
    -- told
    UPDATE c SET doc = 1 FROM dbo.chunk AS c JOIN dbo.chunk AS other ON other.vec = c.vec;
    -- told
    DELETE c FROM dbo.chunk AS c WHERE EXISTS (SELECT 1 FROM dbo.chunk AS other WHERE other.vec = c.vec AND other.id < c.id);
    -- told
    MERGE dbo.chunk AS t USING dbo.chunk AS s ON t.vec = s.vec WHEN MATCHED THEN UPDATE SET doc = s.doc;
    MERGE dbo.chunk AS t USING dbo.chunk AS s ON t.id = s.id
    -- told
    WHEN MATCHED AND t.vec <> s.vec THEN UPDATE SET doc = s.doc;
    -- told
    IF EXISTS (SELECT 1 FROM dbo.chunk WHERE vec = @q) RETURN;
    -- told
    IF @q = CAST(N'[1,2,3,4]' AS VECTOR(4)) RETURN;
    -- told
    SELECT vec + vec AS twice FROM dbo.chunk;
    SELECT DISTINCT other.* FROM dbo.chunk AS c JOIN (SELECT id, doc FROM dbo.chunk) AS other ON other.id = c.id;
    SELECT DISTINCT id, doc FROM dbo.chunk;
    SELECT id, ROW_NUMBER() OVER (PARTITION BY doc ORDER BY VECTOR_DISTANCE('cosine', vec, @q)) AS n FROM dbo.chunk;
    MERGE dbo.chunk AS t USING dbo.chunk AS s ON t.id = s.id WHEN MATCHED AND s.vec IS NOT NULL THEN UPDATE SET doc = s.doc;
    SELECT vec FROM dbo.chunk UNION ALL SELECT vec FROM dbo.chunk;
    SELECT COUNT(vec) AS n FROM dbo.chunk WHERE vec IS NOT NULL AND VECTOR_DISTANCE('cosine', vec, @q) < 0.2;
    SELECT id FROM (SELECT id, doc AS vec FROM dbo.chunk) AS d WHERE d.vec = 3 ORDER BY d.vec;
END;
-- file: migrations/V3__variables.sql
CREATE PROCEDURE dbo.same @a VECTOR(3), @b VECTOR(3) AS
-- told
IF @a = @b RETURN 1;
GO
DECLARE @a VECTOR(3), @b VECTOR(3), @n INT = 1;
-- told
IF @a = @b PRINT N'the same';
IF @n = 1 PRINT N'one';
