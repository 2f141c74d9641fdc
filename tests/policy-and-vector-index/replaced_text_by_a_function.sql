-- verdict: warn
-- table: dbo.passage
-- index: post-load/V900__index.sql:3
-- why: which table cannot be known: the name in the text is replaced by what a function yields
-- file: migrations/V1__base.sql
CREATE SCHEMA sec;
GO
CREATE TABLE dbo.passage (
    id INT NOT NULL CONSTRAINT pk_passage PRIMARY KEY CLUSTERED,
    tenant INT NOT NULL,
    body NVARCHAR(MAX) NOT NULL,
    vec VECTOR(3) NULL
);
CREATE TABLE dbo.source (id INT NOT NULL CONSTRAINT pk_source PRIMARY KEY CLUSTERED, tenant INT NOT NULL);
GO
CREATE FUNCTION sec.is_mine (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT);
GO
-- file: migrations/V2__policy.sql
CREATE SECURITY POLICY sec.guard ADD FILTER PREDICATE sec.is_mine(tenant) ON dbo.passage WITH (STATE = ON);
-- file: post-load/V900__index.sql
DECLARE @id INT = (SELECT TOP (1) object_id FROM sys.tables);
DECLARE @text NVARCHAR(MAX) = REPLACE(N'CREATE VECTOR INDEX vi ON dbo.TABLENAME (vec) WITH (METRIC = ''cosine'');', N'TABLENAME', OBJECT_NAME(@id));
EXEC (@text);
