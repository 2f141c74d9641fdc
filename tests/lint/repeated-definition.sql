-- file: migrations/V1__samples.sql
-- told
CREATE TABLE dbo.sample (id INT NOT NULL IDENTITY CONSTRAINT pk_sample PRIMARY KEY, value INT NOT NULL);
-- told
CREATE INDEX ix_sample ON dbo.sample (value);
GO 2
-- told
ALTER TABLE dbo.sample ADD note NVARCHAR(40) NULL;
GO 2
CREATE TABLE #work (id INT NOT NULL);
DROP TABLE #work;
GO 3
IF OBJECT_ID(N'dbo.again') IS NOT NULL
    DROP TABLE dbo.again;
CREATE TABLE dbo.again (id INT NOT NULL);
CREATE INDEX ix_again ON dbo.again (id);
GO 4
INSERT dbo.sample (value) VALUES (1);
GO 100
CREATE OR ALTER VIEW dbo.samples AS SELECT id, value FROM dbo.sample;
GO 2
