-- verdict: reject
-- table: dbo.passage
-- index: post-load/V900__index.sql:3
-- policy: migrations/V2__policy.sql:2
-- why: on a new database neither is there
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
IF NOT EXISTS (SELECT 1 FROM sys.security_policies WHERE name = N'guard')
CREATE SECURITY POLICY sec.guard ADD FILTER PREDICATE sec.is_mine(tenant) ON dbo.passage WITH (STATE = ON);
-- file: post-load/V900__index.sql
IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE name = N'vi' AND object_id = OBJECT_ID(N'dbo.passage'))
BEGIN
    CREATE VECTOR INDEX vi ON dbo.passage (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
END
