-- verdict: reject
-- table: dbo.passage
-- index: post-load/V900__index.sql:3
-- policy: migrations/V2__policy.sql:1
-- why: the name of the table comes into the text by REPLACE, in another case
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
DECLARE @text NVARCHAR(MAX) = N'CREATE VECTOR INDEX vi ON {TABLE} (vec) WITH (METRIC = ''cosine'');';
SET @text = REPLACE(@text, N'{table}', QUOTENAME(N'dbo') + N'.' + QUOTENAME(N'passage'));
EXEC sp_executesql @text;
