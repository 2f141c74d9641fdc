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
GO
-- an open door is no filter
CREATE PROCEDURE dbo.find_open @q VECTOR(4), @o INT, @user INT AS
BEGIN
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE c.owner_key = @o OR 1 = 1
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE c.owner_key = @o OR @o IS NULL
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE c.owner_key = ISNULL(@o, c.owner_key)
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE c.owner_key = c.owner_key
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE c.owner_key <> @o
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE c.owner_key NOT IN (@o)
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE COALESCE(c.owner_key, @o) = @o
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE NOT (c.owner_key = @o)
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c LEFT JOIN dbo.label AS l ON l.id = c.document_id AND c.owner_key = @o
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
END;
GO
-- filters in other words
CREATE PROCEDURE dbo.find_closed @q VECTOR(4), @o INT, @user INT AS
BEGIN
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE (c.owner_key = @o OR c.owner_key = @user) AND c.id > 0
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE c.owner_key IN (SELECT m.owner_key FROM dbo.member AS m WHERE m.id = @user)
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE EXISTS (SELECT 1 FROM dbo.member AS m WHERE m.id = @user AND m.owner_key = c.owner_key)
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE CAST(SESSION_CONTEXT(N'owner_key') AS INT) = c.owner_key
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE c.owner_key = @o OR c.is_public = 1
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c
    WHERE c.owner_key = @o OR c.owner_key IS NULL
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.chunk AS c JOIN dbo.member AS m ON m.owner_key = c.owner_key AND m.id = @user
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
    SELECT TOP (5) c.id
    FROM dbo.member AS m LEFT JOIN dbo.chunk AS c ON c.owner_key = @o
    ORDER BY VECTOR_DISTANCE('cosine', c.vec, @q);
END;
