-- also: unbalanced-transaction
-- file: migrations/V1__header.sql
-- told
-- ragsql: allow use-database Nothing here uses it
CREATE TABLE dbo.one (id INT NOT NULL);
-- file: migrations/V2__statement.sql
CREATE TABLE dbo.two (id INT NOT NULL);
GO
-- told
-- ragsql: allow cross-database-name The statement below was mended
CREATE SYNONYM dbo.twos FOR dbo.two;
-- ragsql: allow cross-database-name The job tables are read by a tool on a server
CREATE SYNONYM dbo.jobs FOR msdb.dbo.sysjobs;
-- file: migrations/V3__enforced.sql
-- told
-- ragsql: allow unbalanced-transaction The tool commits
BEGIN TRANSACTION;
CREATE TABLE dbo.three (id INT NOT NULL);
