CREATE TABLE dbo.chunk (id INT NOT NULL IDENTITY PRIMARY KEY, doc INT NOT NULL, ordinal INT NOT NULL, body NVARCHAR(50) NOT NULL, hash AS CAST(HASHBYTES('SHA2_256', body) AS BINARY(32)), at DATETIME2(0) NULL, CONSTRAINT uq UNIQUE (doc, ordinal));
INSERT INTO chunk (doc, ordinal, body, at) VALUES (1, 1, N'same', '2024-01-01'), (1, 2, N'old', '2024-01-01'), (1, 3, N'gone', '2024-01-01'), (2, 1, N'other', '2024-01-01');
GO
-- Unchanged text is left alone, changed text loses its vector's time, surplus goes, other documents stay.
DECLARE @doc INT = 1;
MERGE dbo.chunk WITH (HOLDLOCK) AS t
USING (VALUES (1, N'same'), (2, N'new'), (4, N'fresh')) AS s (ordinal, body) ON t.doc = @doc AND t.ordinal = s.ordinal
WHEN MATCHED AND t.body <> s.body THEN UPDATE SET body = s.body, at = NULL
WHEN NOT MATCHED BY TARGET THEN INSERT (doc, ordinal, body) VALUES (@doc, s.ordinal, s.body)
WHEN NOT MATCHED BY SOURCE AND t.doc = @doc THEN DELETE
OUTPUT $action, inserted.id, deleted.id AS old, inserted.body, deleted.body AS was, s.ordinal;
SELECT @@ROWCOUNT AS r;
SELECT id, doc, ordinal, body, at FROM chunk ORDER BY doc, ordinal
GO
MERGE INTO chunk USING (SELECT 2 AS doc) AS s ON chunk.doc = s.doc WHEN MATCHED AND 1 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET body += N'!' OUTPUT inserted.body;
GO
-- A key moves from the row that goes to the one that comes.
MERGE chunk AS t USING (VALUES (9, 1)) AS s (doc, ordinal) ON t.doc = s.doc WHEN NOT MATCHED THEN INSERT (doc, ordinal, body) VALUES (1, 1, N'moved') WHEN NOT MATCHED BY SOURCE AND t.doc = 1 AND t.ordinal = 1 THEN DELETE;
SELECT doc, ordinal, body FROM chunk WHERE doc = 1 AND ordinal = 1
GO
DECLARE @changes TABLE (what NVARCHAR(10), id INT); MERGE chunk AS t USING (VALUES (7)) AS s (doc) ON t.doc = s.doc WHEN NOT MATCHED THEN INSERT (doc, ordinal, body) VALUES (s.doc, 1, N'x') OUTPUT $action, inserted.id INTO @changes; SELECT what, IIF(id > 0, 1, 0) AS has FROM @changes
GO
WITH s AS (SELECT 7 AS doc) MERGE TOP (1) chunk AS t USING s ON t.doc = s.doc WHEN MATCHED THEN DELETE; SELECT @@ROWCOUNT AS r
GO
MERGE chunk AS t USING (VALUES (2, N'a'), (2, N'b')) AS s (doc, body) ON t.doc = s.doc WHEN MATCHED THEN UPDATE SET body = s.body;
GO
MERGE chunk AS t USING (VALUES (1)) AS s (doc) ON t.doc = s.doc WHEN NOT MATCHED THEN INSERT (doc, ordinal, body) VALUES (t.doc, 1, N'x');
GO
MERGE chunk AS t USING (VALUES (8)) AS s (doc) ON t.doc = s.doc WHEN NOT MATCHED THEN INSERT (doc, ordinal) VALUES (s.doc, 1);
GO
MERGE chunk AS t USING (VALUES (8)) AS s (doc) ON t.doc = s.doc WHEN NOT MATCHED THEN INSERT (doc, ordinal) VALUES (s.doc);
