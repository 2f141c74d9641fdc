CREATE TABLE dbo.documents (document_id INT NOT NULL IDENTITY PRIMARY KEY, tenant_id INT NOT NULL, title NVARCHAR(400) NOT NULL, body NVARCHAR(MAX) NOT NULL, updated_at DATETIME2(3) NOT NULL DEFAULT SYSUTCDATETIME());
CREATE TABLE dbo.document_chunks (chunk_id INT NOT NULL IDENTITY PRIMARY KEY, document_id INT NOT NULL REFERENCES dbo.documents (document_id), tenant_id INT NOT NULL, ordinal INT NOT NULL, chunk_text NVARCHAR(MAX) NOT NULL, source_hash BINARY(32) NOT NULL, embed_model SYSNAME NOT NULL, embed_dims SMALLINT NOT NULL, embedded_at DATETIME2(3) NULL, embedding VECTOR(3) NULL);
CREATE UNIQUE INDEX ux_chunks_identity ON dbo.document_chunks (document_id, ordinal);
CREATE INDEX ix_chunks_tenant ON dbo.document_chunks (tenant_id);
CREATE INDEX ix_chunks_pending ON dbo.document_chunks (chunk_id) WHERE embedded_at IS NULL;
GO
INSERT INTO dbo.documents (tenant_id, title, body) VALUES (1, N'One', N'body one'), (2, N'Two', N'body two');
INSERT dbo.document_chunks (document_id, tenant_id, ordinal, chunk_text, source_hash, embed_model, embed_dims)
SELECT d.document_id, d.tenant_id, s.value, CONCAT(d.body, N' ', s.value), HASHBYTES('SHA2_256', CONCAT(d.body, N' ', s.value)), N'm', 3 FROM dbo.documents AS d CROSS JOIN GENERATE_SERIES(1, 3) AS s ORDER BY d.document_id, s.value;
GO
DECLARE @batch INT = 4;
UPDATE TOP (@batch) c SET embedding = CAST(CONCAT('[', c.ordinal, ',', c.document_id, ',1]') AS VECTOR(3)), embed_model = N'text', embed_dims = 3, embedded_at = '2024-01-01'
FROM dbo.document_chunks AS c WHERE c.embedded_at IS NULL;
SELECT @@ROWCOUNT AS embedded;
GO
DECLARE @q VECTOR(3) = '[1,2,3]', @tenant_id INT = 1;
SELECT chunk_id, document_id, ordinal, chunk_text, ROUND(distance, 6) AS distance FROM (
    SELECT TOP (8) WITH APPROXIMATE c.chunk_id, c.document_id, c.ordinal, c.chunk_text, r.distance
    FROM VECTOR_SEARCH(TABLE = dbo.document_chunks AS c, COLUMN = embedding, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    WHERE c.tenant_id = @tenant_id ORDER BY r.distance) AS hits
ORDER BY document_id, ordinal;
GO
SELECT embed_model, embed_dims, COUNT(*) AS chunks, SUM(CASE WHEN embedding IS NULL THEN 1 ELSE 0 END) AS unembedded FROM dbo.document_chunks GROUP BY embed_model, embed_dims;
SELECT t.name AS table_name, MAX(CASE WHEN sp.target_object_id IS NULL THEN 0 ELSE 1 END) AS has_policy, MAX(CASE WHEN vi.object_id IS NULL THEN 0 ELSE 1 END) AS has_vector_index
FROM sys.tables AS t LEFT JOIN sys.security_predicates AS sp ON sp.target_object_id = t.object_id LEFT JOIN sys.vector_indexes AS vi ON vi.object_id = t.object_id GROUP BY t.name;
SELECT OBJECT_NAME(v.object_id) AS table_name, i.name AS index_name, JSON_VALUE(v.build_parameters, '$.Version') AS index_version FROM sys.vector_indexes AS v JOIN sys.indexes AS i ON v.object_id = i.object_id AND v.index_id = i.index_id;
SELECT COUNT(*) AS hashes_disagreeing_with_their_text FROM dbo.document_chunks WHERE source_hash <> HASHBYTES('SHA2_256', chunk_text);
GO
-- A neighbour window, and hits from a search inside APPLY.
DECLARE @q VECTOR(3) = '[1,2,3]';
SELECT d.document_id, h.chunk_id, n.ordinal FROM dbo.documents AS d
OUTER APPLY (SELECT TOP (1) WITH APPROXIMATE c.chunk_id, c.document_id, c.ordinal, r.distance FROM VECTOR_SEARCH(TABLE = dbo.document_chunks AS c, COLUMN = embedding, SIMILAR_TO = @q, METRIC = 'euclidean') AS r WHERE c.tenant_id = d.tenant_id ORDER BY r.distance) AS h
LEFT JOIN dbo.document_chunks AS n ON n.document_id = h.document_id AND n.ordinal BETWEEN h.ordinal - 1 AND h.ordinal + 1
ORDER BY d.document_id, n.ordinal;
GO
SELECT TOP (2) chunk_id, ROUND(VECTOR_DISTANCE('dot', embedding, CAST('[1,1,1]' AS VECTOR(3))), 3) AS d FROM dbo.document_chunks WHERE embedding IS NOT NULL ORDER BY VECTOR_DISTANCE('dot', embedding, CAST('[1,1,1]' AS VECTOR(3)))
GO
SELECT ROUND(VECTOR_DISTANCE('cosine', CAST('[1,0]' AS VECTOR(2)), CAST('[0,1]' AS VECTOR(2))), 6) AS a, VECTOR_NORM(CAST('[3,4]' AS VECTOR(2)), 'norm2') AS b, VECTOR_NORMALIZE(CAST('[3,4]' AS VECTOR(2)), 'norm2') AS c, VECTORPROPERTY(CAST('[3,4]' AS VECTOR(2)), 'Dimensions') AS d, VECTORPROPERTY(CAST('[3,4]' AS VECTOR(2)), 'BaseType') AS e
GO
-- The policy hides rows, also from changes.
CREATE FUNCTION dbo.seen (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant_id') AS INT)
GO
CREATE SECURITY POLICY dbo.tenants ADD FILTER PREDICATE dbo.seen(tenant_id) ON dbo.documents WITH (STATE = ON)
GO
SELECT COUNT(*) AS none FROM dbo.documents; UPDATE dbo.documents SET title = N'x'; SELECT @@ROWCOUNT AS none
GO
EXEC sp_set_session_context N'tenant_id', 2; SELECT title FROM dbo.documents; UPDATE dbo.documents SET title = UPPER(title); SELECT @@ROWCOUNT AS one;
MERGE dbo.documents AS t USING (VALUES (1), (2)) AS s (id) ON t.document_id = s.id WHEN MATCHED THEN UPDATE SET title += N'!'; SELECT @@ROWCOUNT AS one; DELETE FROM dbo.documents WHERE document_id = 1; SELECT @@ROWCOUNT AS none
