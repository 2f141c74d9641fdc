-- also: filter-without-block
-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__policy.sql
CREATE FUNCTION dbo.is_mine (@doc INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @doc = CAST(SESSION_CONTEXT(N'doc') AS INT);
GO
CREATE TABLE dbo.title (id INT NOT NULL CONSTRAINT pk_title PRIMARY KEY, doc INT NOT NULL, vec VECTOR(4) NULL);
GO
CREATE SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.is_mine(doc) ON dbo.chunk
    WITH (STATE = ON);
-- file: post-load/V1__vi.sql
-- told
CREATE VECTOR INDEX vi_chunk ON dbo.Chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- no policy is on this table yet
CREATE VECTOR INDEX vi_title ON dbo.title (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__more.sql
-- told
ALTER SECURITY POLICY dbo.guard
    ADD BLOCK PREDICATE dbo.is_mine(doc) ON dbo.title AFTER INSERT;
