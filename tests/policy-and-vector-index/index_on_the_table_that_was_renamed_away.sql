-- verdict: accept
-- why: the index went with its table to the other name
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
CREATE TABLE dbo.passage_new (id INT NOT NULL CONSTRAINT pk_new PRIMARY KEY CLUSTERED, tenant INT NOT NULL, vec VECTOR(3) NULL);
-- file: post-load/V900__index.sql
CREATE VECTOR INDEX vi ON dbo.passage (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V901__swap.sql
EXEC sp_rename 'dbo.passage', 'passage_old';
EXEC sp_rename 'dbo.passage_new', 'passage';
-- file: post-load/V902__policy.sql
CREATE SECURITY POLICY sec.guard ADD FILTER PREDICATE sec.is_mine(tenant) ON dbo.passage WITH (STATE = ON);
