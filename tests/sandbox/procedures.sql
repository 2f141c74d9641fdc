-- Procedures: parameters, outputs, status, nesting, errors, temporary tables.
CREATE PROCEDURE dbo.add_up @a INT, @b INT = 10, @sum INT OUTPUT
AS
BEGIN
    SET NOCOUNT ON;
    SET @sum = @a + @b;
    IF @a < 0 RETURN -1;
    SELECT @a AS a, @b AS b;
END
GO
DECLARE @status INT, @total INT;
EXEC @status = dbo.add_up 1, 2, @total OUTPUT;
SELECT @status AS status, @total AS total, @@NESTLEVEL AS level;
EXEC dbo.add_up @sum = @total OUTPUT, @a = -5;
EXEC @status = dbo.add_up -5, DEFAULT, @total OUT;
SELECT @status AS status, @total AS total;
GO
EXEC dbo.add_up;
EXEC dbo.add_up 1, 2, 3, 4;
EXEC dbo.add_up @nothing = 1;
EXEC dbo.not_there;
EXEC sp_not_there;
GO
CREATE PROCEDURE dbo.wrong AS SELECT missing FROM dbo.t;
GO
CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY);
GO
CREATE PROCEDURE dbo.wrong AS SELECT missing FROM dbo.t;
GO
CREATE PROCEDURE dbo.later AS SELECT * FROM dbo.made_later;
GO
EXEC dbo.later;
PRINT 'goes on';
GO
CREATE TABLE dbo.made_later (id INT);
EXEC dbo.later;
GO
CREATE PROCEDURE dbo.outer_one AS
BEGIN
    CREATE TABLE #work (id INT, note NVARCHAR(20));
    INSERT INTO #work VALUES (1, N'outer');
    EXEC dbo.inner_one;
    SELECT * FROM #work;
END
GO
CREATE PROCEDURE dbo.inner_one AS INSERT INTO #work VALUES (2, N'inner');
GO
EXEC dbo.outer_one;
SELECT * FROM #work;
GO
CREATE PROCEDURE dbo.fails AS
BEGIN
    INSERT INTO dbo.t VALUES (1);
    INSERT INTO dbo.t VALUES (1);
    SELECT 'after' AS after_error;
END
GO
EXEC dbo.fails;
BEGIN TRY
    EXEC dbo.fails;
END TRY
BEGIN CATCH
    SELECT ERROR_PROCEDURE() AS name, ERROR_LINE() AS line, ERROR_NUMBER() AS number;
END CATCH
GO
CREATE PROCEDURE dbo.leaves_open AS BEGIN TRANSACTION;
GO
EXEC dbo.leaves_open;
SELECT @@TRANCOUNT AS open_transactions;
ROLLBACK;
GO
CREATE TYPE dbo.id_list AS TABLE (id INT NOT NULL PRIMARY KEY, note NVARCHAR(10) NULL);
GO
CREATE PROCEDURE dbo.take @list dbo.id_list READONLY AS SELECT SUM(id) AS total, COUNT(*) AS rows FROM @list;
GO
DECLARE @list dbo.id_list;
INSERT INTO @list VALUES (1, NULL), (41, N'x');
EXEC dbo.take @list;
EXEC dbo.take;
GO
DECLARE @sql NVARCHAR(MAX) = N'SELECT @x + 1 AS next_one; SET @y = @x * 2;', @out INT;
EXEC sp_executesql @sql, N'@x INT, @y INT OUTPUT', @x = 20, @y = @out OUTPUT;
SELECT @out AS doubled;
EXEC (N'SELECT ' + N'''dynamic'' AS text');
DECLARE @name SYSNAME = N'dbo.add_up';
EXEC @name 1, 1, NULL;
GO
CREATE TABLE #rows (a INT, b INT);
DECLARE @ignored INT;
INSERT INTO #rows EXEC dbo.add_up 3, 4, @ignored OUTPUT;
SELECT * FROM #rows;
GO
CREATE PROCEDURE dbo.forever AS EXEC dbo.forever;
GO
EXEC dbo.forever;
GO
CREATE OR ALTER PROCEDURE dbo.add_up AS SELECT 'replaced' AS text;
GO
EXEC dbo.add_up;
DROP PROCEDURE dbo.add_up;
EXEC dbo.add_up;
