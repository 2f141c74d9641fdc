-- Temporary tables, table variables, SELECT INTO, cursors.
CREATE TABLE #t (id INT IDENTITY PRIMARY KEY, a NVARCHAR(10) NOT NULL DEFAULT N'x', CHECK (LEN(a) > 0));
INSERT INTO #t DEFAULT VALUES;
INSERT INTO #t (a) VALUES (N'');
ALTER TABLE #t ADD b INT NULL;
CREATE INDEX ix ON #t (a);
SELECT OBJECT_ID(N'tempdb..#t') - OBJECT_ID(N'tempdb..#t') AS is_there, OBJECT_ID(N'tempdb..#u') AS is_not;
CREATE TABLE #t (id INT);
GO
SELECT id, a, b FROM #t;
DROP TABLE IF EXISTS #t, #u;
SELECT * FROM #t;
GO
-- session other
SELECT * FROM #t;
GO
CREATE TABLE ##everybody (id INT);
GO
DECLARE @t TABLE (id INT IDENTITY (5, 5), a INT);
INSERT INTO @t (a) VALUES (1), (2);
SELECT * FROM @t;
GO
DECLARE @t TABLE (id INT NOT NULL PRIMARY KEY, a NVARCHAR(10) NULL);
BEGIN TRANSACTION;
INSERT INTO @t VALUES (1, N'stays');
CREATE TABLE #goes (id INT);
INSERT INTO #goes VALUES (1);
ROLLBACK;
SELECT * FROM @t;
INSERT INTO @t VALUES (1, N'twice');
SELECT * FROM #goes;
GO
SELECT * FROM @t;
GO
CREATE TABLE dbo.source (id INT NOT NULL IDENTITY PRIMARY KEY, name NVARCHAR(20) NOT NULL, made DATETIME2(3) NULL, v VECTOR(2) NULL);
INSERT INTO dbo.source (name, v) VALUES (N'a', N'[1, 2]'), (N'b', NULL);
SELECT id, UPPER(name) AS name, v INTO dbo.copy FROM dbo.source;
SELECT COUNT(*) AS rows INTO #counts FROM dbo.source;
SELECT c.name AS column_name, t.name AS type_name, c.is_nullable, c.is_identity FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id
WHERE c.object_id = OBJECT_ID(N'dbo.copy') ORDER BY c.column_id;
SELECT * FROM #counts;
INSERT INTO dbo.copy (name) VALUES (N'c');
SELECT id, name FROM dbo.copy ORDER BY id;
SELECT id INTO dbo.copy FROM dbo.source;
GO
DECLARE names CURSOR LOCAL FAST_FORWARD FOR SELECT id, name FROM dbo.source ORDER BY id;
DECLARE @id INT, @name NVARCHAR(20);
OPEN names;
FETCH NEXT FROM names INTO @id, @name;
WHILE @@FETCH_STATUS = 0
BEGIN
    PRINT CONCAT(@id, N' ', @name);
    FETCH NEXT FROM names INTO @id, @name;
END
CLOSE names;
FETCH NEXT FROM names;
DEALLOCATE names;
OPEN names;
GO
CREATE TYPE dbo.code FROM NVARCHAR(3) NOT NULL;
GO
CREATE TABLE dbo.coded (c dbo.code, d dbo.code NULL);
INSERT INTO dbo.coded VALUES (N'abc', NULL);
INSERT INTO dbo.coded VALUES (NULL, NULL);
INSERT INTO dbo.coded VALUES (N'abcd', NULL);
DECLARE @c dbo.code = N'abcdef';
SELECT @c AS cut;
DROP TYPE dbo.code;
