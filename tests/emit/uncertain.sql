-- What is not known for certain is told.
CREATE TABLE dbo.t (id int NOT NULL, note nvarchar(10) FROBNICATED NULL);
IF (SELECT COUNT(*) FROM sys.dm_exec_sessions) > 3
BEGIN
    CREATE TABLE dbo.perhaps (id int);
    ALTER TABLE dbo.t ADD extra int NULL;
    CREATE INDEX ix_extra ON dbo.t (extra);
END
GO
DECLARE @sql nvarchar(max) = (SELECT text FROM dbo.scripts);
EXEC (@sql);
GO
SELECT id INTO dbo.copied FROM dbo.t;
CREATE INDEX ix ON dbo.copied (id);
