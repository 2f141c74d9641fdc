CREATE SEQUENCE dbo.seq START WITH 100 INCREMENT BY 5;
CREATE TABLE dbo.t (id INT NOT NULL IDENTITY(10, 2) PRIMARY KEY, name NVARCHAR(5) NOT NULL, n INT NULL DEFAULT (7), at DATETIME2(3) NOT NULL DEFAULT '2024-01-01', s BIGINT NOT NULL DEFAULT (NEXT VALUE FOR dbo.seq), c CHAR(3) NULL, b BINARY(4) NULL, v VECTOR(2) NULL, len AS (LEN(name)));
GO
INSERT INTO dbo.t (name) VALUES (N'a'); INSERT dbo.t (name, n, c, b, v) VALUES (N'b', NULL, 'x', 0x01, '[1,2]'), (N'c', DEFAULT, 'y', NULL, NULL);
SELECT * FROM t ORDER BY id
GO
INSERT INTO t (name, n) OUTPUT inserted.id, inserted.n * 2 AS twice, inserted.len VALUES (N'd', 1), (N'e', 2); SELECT SCOPE_IDENTITY() AS s, @@IDENTITY AS i, @@ROWCOUNT AS r
GO
INSERT INTO t (name, n) SELECT TOP (2) name, id FROM t ORDER BY id DESC; SELECT id, name, n FROM t WHERE n > 10 ORDER BY id
GO
WITH x AS (SELECT N'cte' AS name) INSERT INTO t (name) SELECT name FROM x; SELECT COUNT(*) AS c FROM t
GO
CREATE TABLE #log (id INT, name NVARCHAR(10)); INSERT INTO t (name) OUTPUT inserted.id, inserted.name INTO #log (id, name) VALUES (N'f'); SELECT * FROM #log
GO
SET IDENTITY_INSERT dbo.t ON; INSERT INTO t (id, name) VALUES (500, N'g'); SET IDENTITY_INSERT dbo.t OFF; INSERT INTO t (name) VALUES (N'h'); SELECT MAX(id) AS m FROM t
GO
CREATE TABLE dbo.d (a INT NOT NULL DEFAULT 1, b NVARCHAR(MAX) NULL); INSERT INTO d DEFAULT VALUES; INSERT TOP (1) INTO d (a) SELECT value FROM GENERATE_SERIES(5, 9); SELECT * FROM d ORDER BY a
GO
SELECT id, name INTO dbo.copy FROM t WHERE id < 13; SELECT * FROM copy ORDER BY id; SELECT is_identity, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID(N'dbo.copy') ORDER BY column_id
GO
INSERT INTO t (name) EXEC ('SELECT N''x'' UNION ALL SELECT N''y'''); SELECT @@ROWCOUNT AS r
GO
DECLARE @t TABLE (k INT PRIMARY KEY, v NVARCHAR(10)); INSERT INTO @t VALUES (1, N'one'), (2, N'two'); INSERT INTO @t (k, v) SELECT k + 2, v FROM @t; SELECT COUNT(*) AS c, MAX(k) AS m FROM @t
GO
INSERT INTO t (name) VALUES (N'too long')
GO
INSERT INTO t (name, b) VALUES (N'x', 0x0102030405)
GO
INSERT INTO t (name) VALUES (NULL)
GO
INSERT INTO t (n) VALUES (1)
GO
INSERT INTO t (name, n) VALUES (N'x', 'y')
GO
INSERT INTO t (name, v) VALUES (N'x', '[1]')
GO
INSERT INTO t (id, name) VALUES (1, N'x')
GO
INSERT INTO t (name, nope) VALUES (N'x', 1)
GO
INSERT INTO t (name, name) VALUES (N'x', N'y')
GO
INSERT INTO t (name, n) VALUES (N'x')
GO
INSERT INTO t (name) VALUES (N'x', 1)
GO
INSERT INTO t VALUES (N'x')
GO
INSERT INTO t (name, len) VALUES (N'x', 1)
GO
INSERT INTO t (name, b) VALUES (N'x', 'text')
GO
INSERT INTO nothing (a) VALUES (1)
GO
INSERT INTO @nothing (a) VALUES (1)
GO
INSERT INTO sys.tables (name) VALUES (N'x')
GO
INSERT INTO t (name) VALUES (name)
GO
SELECT COUNT(*) AS unchanged FROM t
