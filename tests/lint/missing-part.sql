-- file: migrations/V1__base.sql
CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY, title NVARCHAR(400) NULL);
CREATE INDEX ix_title ON dbo.doc (title);
-- file: migrations/V2__use.sql
-- told
CREATE INDEX ix_tenant ON dbo.doc (tenant);
-- file: migrations/V3__use.sql
-- told
ALTER TABLE dbo.doc DROP COLUMN body;
-- told
ALTER TABLE dbo.doc DROP CONSTRAINT uq_doc;
-- told
DROP INDEX ix_tenants ON dbo.doc;
-- told
ALTER INDEX ix_other ON dbo.doc REBUILD;
-- file: migrations/V4__fine.sql
-- what comes in the same statement, what is guarded, what is there
CREATE TABLE dbo.note (id INT NOT NULL);
ALTER TABLE dbo.note ADD doc INT NULL, CONSTRAINT fk_note FOREIGN KEY (doc) REFERENCES dbo.doc (id);
ALTER TABLE dbo.note DROP COLUMN IF EXISTS body;
DROP INDEX IF EXISTS ix_body ON dbo.note;
DROP INDEX ix_title ON dbo.doc;
