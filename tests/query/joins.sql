CREATE TABLE dbo.doc (id INT NOT NULL PRIMARY KEY, title NVARCHAR(20) NOT NULL);
CREATE TABLE dbo.chunk (doc_id INT NOT NULL, ordinal INT NOT NULL, body NVARCHAR(50) NULL, PRIMARY KEY (doc_id, ordinal));
INSERT dbo.doc VALUES (1, N'one'), (2, N'two'), (3, N'three');
INSERT dbo.chunk VALUES (1, 1, N'a'), (1, 2, N'b'), (2, 1, N'c'), (9, 1, N'orphan');
GO
CREATE FUNCTION dbo.chunks_of (@doc INT, @most INT = 10) RETURNS TABLE AS RETURN (SELECT TOP (@most) ordinal, body FROM dbo.chunk WHERE doc_id = @doc ORDER BY ordinal DESC);
GO
CREATE FUNCTION dbo.shout (@text NVARCHAR(20)) RETURNS NVARCHAR(10) AS BEGIN RETURN UPPER(@text) + N'!' END
GO
CREATE VIEW dbo.titled AS SELECT d.title, c.ordinal, c.body FROM dbo.doc AS d JOIN dbo.chunk AS c ON c.doc_id = d.id
GO
SELECT d.id, c.ordinal FROM doc AS d INNER JOIN chunk AS c ON c.doc_id = d.id ORDER BY d.id, c.ordinal
GO
SELECT d.id, c.doc_id, c.ordinal FROM doc AS d LEFT JOIN chunk AS c ON c.doc_id = d.id ORDER BY d.id, c.ordinal
GO
SELECT d.id, c.doc_id FROM doc AS d RIGHT JOIN chunk AS c ON c.doc_id = d.id ORDER BY c.doc_id, c.ordinal
GO
SELECT d.id, c.doc_id FROM doc AS d FULL OUTER JOIN chunk AS c ON c.doc_id = d.id ORDER BY d.id, c.doc_id
GO
SELECT d.id, c.ordinal, o.ordinal AS other FROM doc AS d LEFT JOIN chunk AS c JOIN chunk AS o ON o.doc_id = c.doc_id AND o.ordinal > c.ordinal ON c.doc_id = d.id ORDER BY d.id
GO
SELECT a.id, b.id FROM doc AS a, doc AS b WHERE a.id < b.id ORDER BY a.id, b.id
GO
SELECT d.id, x.last FROM doc AS d CROSS APPLY (SELECT MAX(c.ordinal) AS last FROM chunk AS c WHERE c.doc_id = d.id) AS x ORDER BY d.id
GO
SELECT d.id, x.ordinal, x.body FROM doc AS d OUTER APPLY (SELECT TOP (1) c.ordinal, c.body FROM chunk AS c WHERE c.doc_id = d.id ORDER BY c.ordinal DESC) AS x ORDER BY d.id
GO
SELECT d.id, x.v FROM doc AS d CROSS APPLY (VALUES (d.id * 10), (NULL)) AS x (v) WHERE d.id < 3 ORDER BY d.id, x.v
GO
SELECT d.id, f.ordinal, f.body FROM doc AS d CROSS APPLY dbo.chunks_of(d.id, 1) AS f ORDER BY d.id
GO
SELECT ordinal FROM dbo.chunks_of(1, DEFAULT)
GO
SELECT dbo.shout(title) AS t FROM doc ORDER BY id
GO
SELECT title, body FROM titled WHERE ordinal = 1 ORDER BY title
GO
SELECT g.value, c.body FROM GENERATE_SERIES(1, 3) AS g LEFT JOIN chunk AS c ON c.doc_id = g.value AND c.ordinal = 1 ORDER BY g.value
GO
SELECT value FROM GENERATE_SERIES(10, 1, -4)
GO
SELECT c.chunk_order, c.chunk, c.chunk_offset, c.chunk_length FROM (VALUES (N'abcdefghij')) AS s (body) CROSS APPLY AI_GENERATE_CHUNKS(source = s.body, chunk_type = FIXED, chunk_size = 4, overlap = 25) AS c
GO
SELECT * FROM AI_GENERATE_CHUNKS(source = N'x', chunk_type = N'FIXED', chunk_size = 4)
GO
SELECT d.id, c.ordinal FROM doc AS d JOIN (SELECT * FROM chunk WHERE doc_id = d.id) AS c ON 1 = 1
GO
SELECT * FROM dbo.chunks_of(1)
GO
SELECT * FROM doc PIVOT (MAX(title) FOR id IN ([1])) AS p
GO
SELECT * FROM OPENROWSET(BULK 'x', SINGLE_CLOB) AS x
GO
SELECT dbo.nothing(1)
