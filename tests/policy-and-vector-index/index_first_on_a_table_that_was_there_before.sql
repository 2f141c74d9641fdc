-- verdict: reject
-- table: dbo.passage
-- index: post-load/V900__index.sql:1
-- policy: post-load/V901__policy.sql:1
-- why: the history does not make the table, and the index comes first
-- file: post-load/V900__index.sql
CREATE VECTOR INDEX vi ON dbo.passage (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V901__policy.sql
CREATE SECURITY POLICY sec.guard ADD FILTER PREDICATE sec.is_mine(tenant) ON dbo.passage WITH (STATE = ON);
