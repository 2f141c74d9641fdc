-- verdict: reject
-- table: dbo.passage
-- index: post-load/V900__index.sql:1
-- policy: migrations/V2__policy.sql:3
-- why: the other policy still has a predicate on the table
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
GO
CREATE SECURITY POLICY sec.writes ADD BLOCK PREDICATE sec.is_mine(tenant) ON dbo.passage AFTER UPDATE WITH (STATE = ON);
-- file: migrations/V3__drop.sql
DROP SECURITY POLICY sec.guard;
-- file: post-load/V900__index.sql
CREATE VECTOR INDEX vi ON dbo.passage (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
