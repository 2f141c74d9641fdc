-- verdict: warn
-- table: dbo.passage
-- policy: post-load/V901__policy.sql:3
-- why: which table the policy guards cannot be known
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
-- file: post-load/V900__index.sql
CREATE VECTOR INDEX vi ON dbo.passage (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V901__policy.sql
DECLARE @text NVARCHAR(MAX) = N'';
SELECT @text = @text + N'CREATE SECURITY POLICY sec.p' + name + N' ADD FILTER PREDICATE sec.is_mine(tenant) ON dbo.' + name + N';' FROM sys.tables;
EXEC (@text);
