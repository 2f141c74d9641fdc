-- file: migrations/V1__catalog.sql
-- told
CREATE FULLTEXT CATALOG ft AS DEFAULT;
-- told
ALTER DATABASE CURRENT SET RECOVERY SIMPLE;
-- file: migrations/V2__outside.sql
-- ragsql: no-transaction
CREATE FULLTEXT CATALOG ft_two;
ALTER DATABASE CURRENT SET RECOVERY SIMPLE;
