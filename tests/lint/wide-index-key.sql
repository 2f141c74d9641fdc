-- file: migrations/V1__base.sql
-- told
CREATE TABLE dbo.page (path NVARCHAR(500) NOT NULL CONSTRAINT pk_page PRIMARY KEY);
CREATE TABLE dbo.part (path NVARCHAR(450) NOT NULL CONSTRAINT pk_part PRIMARY KEY, name NVARCHAR(850) NOT NULL, more NVARCHAR(10) NOT NULL);
CREATE INDEX ix_part_name ON dbo.part (name) INCLUDE (more);
-- told
CREATE INDEX ix_part_more ON dbo.part (name, more);
-- told
ALTER TABLE dbo.part ADD CONSTRAINT uq_part UNIQUE (more, name);
CREATE TABLE #work (path NVARCHAR(2000) NOT NULL PRIMARY KEY);
