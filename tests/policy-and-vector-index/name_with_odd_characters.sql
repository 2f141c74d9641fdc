-- verdict: reject
-- table: dbo.[a ]]"b]
-- index: post-load/V900__index.sql:1
-- policy: migrations/V2__policy.sql:3
-- why: a doubled delimiter stands for one
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
CREATE TABLE dbo.[a ]]"b] (id INT NOT NULL CONSTRAINT pk_ab PRIMARY KEY, tenant INT NOT NULL, vec VECTOR(3) NULL);
GO
CREATE SECURITY POLICY sec.guard ADD FILTER PREDICATE sec.is_mine(tenant) ON dbo."a ]""b" WITH (STATE = ON);
-- file: post-load/V900__index.sql
CREATE VECTOR INDEX vi ON dbo.[a ]]"b] (vec) WITH (METRIC = 'dot');
