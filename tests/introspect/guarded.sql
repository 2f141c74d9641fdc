-- Statements behind guards, in dynamic SQL and in transactions.
IF OBJECT_ID(N'dbo.t', N'U') IS NULL
    CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY);
IF SCHEMA_ID(N'rag') IS NULL EXEC (N'CREATE SCHEMA rag');
GO
IF COL_LENGTH(N'dbo.t', N'n') IS NULL
BEGIN
    ALTER TABLE dbo.t ADD n INT NULL;
END
GO
IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE name = N'ix_n') CREATE INDEX ix_n ON dbo.t (n);
DROP TABLE IF EXISTS dbo.nothing;
DECLARE @sql NVARCHAR(MAX) = N'CREATE TABLE rag.dynamic_one (id INT NOT NULL)';
EXEC sp_executesql @sql;
