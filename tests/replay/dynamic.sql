-- file: migrations/V1__text.sql
EXEC (N'CREATE TABLE dbo.a (id int NOT NULL); CREATE INDEX ia ON dbo.a (id)');
EXEC sp_executesql N'IF OBJECT_ID(N''dbo.b'') IS NULL CREATE TABLE dbo.b (id int NOT NULL)';
DECLARE @sql nvarchar(max) = N'CREATE TABLE dbo.' + QUOTENAME(@name) + N' (id int)';
EXEC (@sql);
GO
CREATE PROCEDURE dbo.inner_one AS
    DROP INDEX ia ON dbo.a;
GO
CREATE PROCEDURE dbo.outer_one @really bit AS
BEGIN
    SET NOCOUNT ON;
    IF @really = 1 CREATE TABLE dbo.c (id int NOT NULL);
    INSERT dbo.a (id) VALUES (1);
    EXEC dbo.inner_one;
    EXEC dbo.outer_one 0;
END
-- file: migrations/V2__calls.sql
EXEC dbo.outer_one @really = 1;
EXEC dbo.somebody_elses;
EXEC sp_who;
-- file: migrations/V3__temporary.sql
SELECT TOP (0) id INTO #a FROM dbo.a;
CREATE VECTOR INDEX vx ON #a (v) WITH (METRIC = 'cosine');
DROP TABLE IF EXISTS #a;
SELECT id INTO dbo.copy FROM dbo.a;
