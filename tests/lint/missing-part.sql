-- also: drop-index
-- file: migrations/V1__base.sql
CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY, title NVARCHAR(400) NULL);
CREATE INDEX ix_title ON dbo.doc (title);
CREATE TABLE dbo.a (id INT NOT NULL CONSTRAINT pk_a PRIMARY KEY);
CREATE TABLE dbo.b (id INT NOT NULL CONSTRAINT pk_b PRIMARY KEY);
CREATE TABLE dbo.c (id INT NOT NULL CONSTRAINT pk_c PRIMARY KEY);
CREATE TABLE dbo.d (id INT NOT NULL CONSTRAINT pk_d PRIMARY KEY);
CREATE TABLE dbo.e (id INT NOT NULL CONSTRAINT pk_e PRIMARY KEY);
-- file: migrations/V2__use.sql
-- told
CREATE INDEX ix_tenant ON dbo.a (tenant);
-- told
ALTER TABLE dbo.b DROP COLUMN body;
-- told
ALTER TABLE dbo.c DROP CONSTRAINT uq_c;
-- told
DROP INDEX ix_tenants ON dbo.d;
-- told
ALTER INDEX ix_other ON dbo.e REBUILD;
-- once told, the table is not wholly known
DROP INDEX ix_other ON dbo.e;
-- file: migrations/V3__fine.sql
-- what comes in the same statement, what is guarded, what is there
CREATE TABLE dbo.note (id INT NOT NULL);
ALTER TABLE dbo.note ADD doc INT NULL, CONSTRAINT fk_note FOREIGN KEY (doc) REFERENCES dbo.doc (id);
ALTER TABLE dbo.note DROP COLUMN IF EXISTS body;
DROP INDEX IF EXISTS ix_body ON dbo.note;
DROP INDEX ix_title ON dbo.doc;
-- file: migrations/V90__rows.sql
CREATE TABLE dbo.line (id INT IDENTITY NOT NULL, body NVARCHAR(400) NULL, size AS LEN(body));
GO
-- told
INSERT dbo.line (bodi) VALUES (N'a');
-- told
UPDATE dbo.line SET bodi = N'a' WHERE id = 1;
-- told
UPDATE l SET bodi = N'a' FROM dbo.line AS l WHERE l.id = 1;
INSERT dbo.line (Body) VALUES (N'a');
UPDATE l SET l.body = N'a' FROM dbo.line AS l WHERE l.id = 1;
SELECT id, body INTO dbo.line_copy FROM dbo.line;
