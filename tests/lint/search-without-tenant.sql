-- file: migrations/V1__tables.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY CLUSTERED,
    owner_key INT NOT NULL
);
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    document_id INT NOT NULL,
    owner_key INT NOT NULL,
    vec VECTOR(4) NULL
);
GO
CREATE FUNCTION dbo.allowed (@owner_key INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS ok WHERE @owner_key = CAST(SESSION_CONTEXT(N'owner_key') AS INT);
GO
CREATE SECURITY POLICY dbo.pol
    ADD FILTER PREDICATE dbo.allowed (owner_key) ON dbo.document,
    ADD BLOCK PREDICATE dbo.allowed (owner_key) ON dbo.document AFTER INSERT,
    ADD BLOCK PREDICATE dbo.allowed (owner_key) ON dbo.document AFTER UPDATE
    WITH (STATE = ON);
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(4), @owner_key INT AS
BEGIN
    SELECT h.id
    FROM (
        SELECT TOP (5) WITH APPROXIMATE c.id, c.owner_key, r.distance
        -- told
        FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
        ORDER BY r.distance
    ) AS h
    WHERE h.owner_key = @owner_key;
    SELECT TOP (5) WITH APPROXIMATE c.id
    -- told
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) id FROM dbo.chunk
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
END;
GO
-- inside, in every way
CREATE PROCEDURE dbo.find_well @q VECTOR(4), @owner_key INT AS
BEGIN
    SELECT TOP (5) WITH APPROXIMATE c.id
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    WHERE c.[Owner_Key] = @owner_key
    ORDER BY r.distance;
    WITH mine AS (SELECT id, vec FROM dbo.chunk WHERE owner_key = @owner_key)
    SELECT TOP (5) id FROM mine ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    JOIN dbo.document AS d ON d.id = c.document_id
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    CROSS APPLY dbo.allowed(c.owner_key) AS a
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT VECTOR_DISTANCE('cosine', vec, @q) AS distance FROM dbo.chunk WHERE id = 3;
END;
GO
CREATE TABLE dbo.named (id INT NOT NULL CONSTRAINT pk_named PRIMARY KEY CLUSTERED, tenant_id INT NOT NULL, vec VECTOR(4) NULL);
GO
CREATE PROCEDURE dbo.find_named @q VECTOR(4) AS
SELECT TOP (5) id FROM dbo.named
-- told
ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
