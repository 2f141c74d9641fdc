-- file: migrations/V1__header.sql
-- told
-- ragsql: allow use-databases The name of the rule is wrong
CREATE TABLE dbo.one (id INT NOT NULL);
-- file: migrations/V2__statement.sql
CREATE TABLE dbo.two (id INT NOT NULL);
GO
-- told
-- ragsql: allow drop-everything There is no such rule
CREATE TABLE dbo.three (id INT NOT NULL);
GO
-- ragsql: allow use-database A server of our own runs this
USE tools;
