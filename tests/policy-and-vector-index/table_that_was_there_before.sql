-- verdict: reject
-- table: dbo.passage
-- index: post-load/V900__index.sql:1
-- policy: migrations/V1__policy.sql:6
-- why: the history does not make the table, the pair is known all the same
-- file: migrations/V1__policy.sql
CREATE SCHEMA sec;
GO
CREATE FUNCTION sec.is_mine (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = 1;
GO
CREATE SECURITY POLICY sec.guard ADD FILTER PREDICATE sec.is_mine(tenant) ON dbo.passage WITH (STATE = ON);
-- file: post-load/V900__index.sql
CREATE VECTOR INDEX vi ON dbo.passage (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
