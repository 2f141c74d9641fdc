-- Text that EXEC runs, as far as literals tell it.
EXEC ('CREATE TABLE dbo.a (id int)')
EXEC(N'ALTER TABLE dbo.a ADD b int; ' + N'EXEC(''DROP TABLE dbo.[it''''s]'')')
EXEC sp_executesql N'DROP TABLE dbo.c'
EXECUTE sys.sp_executesql @stmt = N'UPDATE dbo.a SET b = @p', @params = N'@p int', @p = 1
DECLARE @rc int, @s nvarchar(max) = N'CREATE VECTOR INDEX v ON dbo.c(e)'
EXEC (@s)
SET @s = N'DROP TABLE dbo.d'
SET @s += N', dbo.e'
EXEC @rc = sp_executesql @s
SELECT @s = CAST(N'' AS nvarchar(max)) + N'SELECT 1' + CHAR(13) + CHAR(10) + N'SELECT 2'
EXEC (@s)
IF @rc = 0 SET @s = N'DROP TABLE dbo.f'
EXEC (@s)
SELECT @s = N'DROP TABLE ' + QUOTENAME(name) FROM sys.tables
EXEC (@s)
EXEC ('DROP TABLE ' + @rc)
EXEC ('DROP TABLE dbo.g') AT other
SET @s = N'DROP TABLE dbo.h'
EXEC dbo.rewrite @s OUTPUT
EXEC (@s)
SET @s = N'DROP TABLE dbo.i'
WHILE @rc < 3
BEGIN
    EXEC (@s)
    SET @s = N'DROP TABLE dbo.j'
    EXEC (@s)
    SET @rc += 1
END
GO
CREATE PROCEDURE dbo.p AS
DECLARE @s nvarchar(max) = N'TRUNCATE TABLE dbo.k'
PRINT @s
EXEC sys.sp_executesql @s
EXEC (@missing)
