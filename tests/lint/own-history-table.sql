-- also: drop-table
-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY);
CREATE TABLE dbo.log (version BIGINT NOT NULL);
-- file: migrations/V2__history.sql
-- told
DELETE FROM dbo.ragsql_migrations WHERE version = 1;
-- told
UPDATE h SET checksum = '0' FROM [dbo].[RAGSQL_MIGRATIONS] AS h WHERE h.version = 1;
-- told
INSERT INTO ragsql_post_load (version) VALUES (3);
-- told
DELETE FROM dbo.ragsql_post_load;
-- told
TRUNCATE TABLE dbo.ragsql_migrations;
-- a fresh database does not take this branch, and every other one does
IF OBJECT_ID(N'dbo.ragsql_migrations') IS NOT NULL
    -- told
    DROP TABLE dbo.ragsql_migrations;
-- told
DROP TABLE IF EXISTS dbo.log, dbo.ragsql_post_load;
-- told
ALTER TABLE dbo.ragsql_migrations ADD team NVARCHAR(20) NULL;
-- told
EXEC sp_rename N'dbo.ragsql_migrations', N'old_migrations';
-- told
EXEC (N'DELETE FROM dbo.ragsql_migrations WHERE version > 1');
-- file: migrations/V3__reads.sql
-- who reads it, or has a table of that name elsewhere, is fine
CREATE TABLE dbo.seen (version BIGINT NOT NULL);
INSERT INTO dbo.seen (version) SELECT version FROM dbo.ragsql_migrations;
GRANT SELECT ON dbo.ragsql_migrations TO public;
DELETE FROM ops.ragsql_migrations WHERE version = 1;
DELETE FROM ragsql_migrations_old WHERE version = 1;
