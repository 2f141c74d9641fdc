-- file: migrations/V1__alone.sql
-- Full-text search for titles.
CREATE FULLTEXT CATALOG ft AS DEFAULT;
-- file: migrations/V2__with_others.sql
CREATE TABLE dbo.doc (id INT NOT NULL);
ALTER DATABASE CURRENT SET RECOVERY SIMPLE;
