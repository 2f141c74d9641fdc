CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY, code INT NOT NULL, title NVARCHAR(400) NULL CONSTRAINT df_title DEFAULT N'');
CREATE INDEX ix_title ON dbo.doc (title);
GO
-- refused: 2714
CREATE TABLE dbo.DOC (id INT NOT NULL);
-- refused: 2714, 1750
CREATE TABLE dbo.note (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY);
-- refused: 2705
CREATE TABLE dbo.note (id INT NOT NULL, ID INT NOT NULL);
-- refused: 2760
CREATE TABLE nowhere.note (id INT NOT NULL);
-- refused: 1767, 1750
CREATE TABLE dbo.note (doc INT NOT NULL CONSTRAINT fk_note REFERENCES dbo.docs (id));
-- refused: 1770, 1750
CREATE TABLE dbo.note (doc INT NOT NULL CONSTRAINT fk_note REFERENCES dbo.doc (ids));
-- refused: 1776, 1750
CREATE TABLE dbo.note (doc INT NOT NULL CONSTRAINT fk_note REFERENCES dbo.doc (code));
-- refused: 2715
CREATE TABLE dbo.note (doc dbo.number NOT NULL);
CREATE TABLE dbo.note (doc INT NOT NULL CONSTRAINT fk_note REFERENCES dbo.doc);
-- refused: 2705
ALTER TABLE dbo.doc ADD Title INT NULL;
-- refused: 2705
ALTER TABLE dbo.doc ADD again INT NULL, AGAIN INT NULL;
-- refused: 1779, 1750
ALTER TABLE dbo.doc ADD CONSTRAINT pk_again PRIMARY KEY (code);
-- refused: 1902
CREATE CLUSTERED INDEX cx ON dbo.doc (code);
-- refused: 8110
CREATE TABLE dbo.keys (id INT NOT NULL PRIMARY KEY, code INT NOT NULL PRIMARY KEY);
-- refused: 8112
CREATE TABLE dbo.keys (id INT NOT NULL PRIMARY KEY CLUSTERED, code INT NOT NULL UNIQUE CLUSTERED);
-- refused: 1781, 1750
ALTER TABLE dbo.doc ADD CONSTRAINT df_again DEFAULT N'' FOR title;
-- refused: 1752, 1750
ALTER TABLE dbo.doc ADD CONSTRAINT df_none DEFAULT N'' FOR nothing;
-- refused: 8111, 1750
ALTER TABLE dbo.note ADD nullable INT NULL, CONSTRAINT pk_note PRIMARY KEY (nullable);
ALTER TABLE dbo.note ADD filled INT NOT NULL, CONSTRAINT pk_note PRIMARY KEY (filled);
-- refused: 1913
CREATE INDEX IX_TITLE ON dbo.doc (code);
CREATE INDEX ix_title ON dbo.doc (code) WITH (DROP_EXISTING = ON);
-- refused: 1911
CREATE INDEX ix_none ON dbo.doc (nothing);
-- refused: 1088
CREATE INDEX ix_none ON dbo.nothing (id);
-- missing
-- refused: 4902
ALTER TABLE dbo.nothing ADD c INT NULL;
-- refused: 4924
ALTER TABLE dbo.doc DROP COLUMN nothing;
-- refused: 4924
ALTER TABLE dbo.doc ALTER COLUMN nothing INT NULL;
ALTER TABLE dbo.doc DROP COLUMN IF EXISTS nothing;
-- refused: 3728, 3727
ALTER TABLE dbo.doc DROP CONSTRAINT nothing;
-- refused: 4917, 4916
ALTER TABLE dbo.doc NOCHECK CONSTRAINT nothing;
-- refused: 3701
DROP INDEX nothing ON dbo.doc;
-- refused: 3723
DROP INDEX pk_doc ON dbo.doc;
-- refused: 2727
ALTER INDEX nothing ON dbo.doc REBUILD;
-- refused: 4701
TRUNCATE TABLE dbo.nothing;
-- refused: 2706
UPDATE STATISTICS dbo.nothing;
UPDATE STATISTICS dbo.doc;
-- refused: 3701
DROP TABLE dbo.nothing;
-- refused: 3701
DROP VIEW dbo.doc;
DROP TABLE IF EXISTS dbo.nothing;
-- refused: 15151
DROP SCHEMA nowhere;
-- refused: 15151
ALTER SECURITY POLICY dbo.guard WITH (STATE = ON);
-- refused: 15225
EXEC sp_rename 'dbo.nothing', 'something';
-- refused: 15248
EXEC sp_rename 'dbo.doc.nothing', 'something', 'COLUMN';
-- refused: 15335
EXEC sp_rename 'dbo.doc.code', 'title', 'COLUMN';
-- refused: 15335
EXEC sp_rename 'dbo.note', 'doc';
GO
-- refused: 208
ALTER VIEW dbo.nothing AS SELECT 1 AS one;
GO
-- in use
-- refused: 3726
DROP TABLE dbo.doc;
-- refused: 4712
TRUNCATE TABLE dbo.doc;
-- refused: 3725, 3727
ALTER TABLE dbo.doc DROP CONSTRAINT pk_doc;
-- refused: 5074, 4922
ALTER TABLE dbo.doc DROP COLUMN title;
-- refused: 5074, 4922
ALTER TABLE dbo.doc DROP COLUMN code;
ALTER TABLE dbo.doc DROP CONSTRAINT df_title, COLUMN title;
GO
CREATE VIEW dbo.ids WITH SCHEMABINDING AS SELECT id FROM dbo.doc;
GO
DROP TABLE dbo.note;
-- refused: 3729
DROP TABLE dbo.doc;
-- refused: 15336
EXEC sp_rename 'dbo.doc', 'document';
-- refused: 5074, 4922
ALTER TABLE dbo.doc ALTER COLUMN id BIGINT NOT NULL;
GO
-- refused: 2714
CREATE PROCEDURE dbo.ids AS SELECT 1 AS one;
GO
CREATE SCHEMA rag;
GO
-- refused: 2714, 2759
CREATE SCHEMA RAG;
GO
CREATE TABLE rag.doc (id INT NOT NULL, tenant INT NOT NULL);
-- refused: 15348
ALTER SCHEMA rag TRANSFER dbo.doc;
CREATE TABLE dbo.page (id INT NOT NULL);
CREATE TABLE rag.page (id INT NOT NULL);
-- refused: 15530
ALTER SCHEMA rag TRANSFER dbo.page;
DROP TABLE dbo.page, rag.page;
-- refused: 3729
DROP SCHEMA rag;
GO
-- policies
CREATE FUNCTION rag.mine (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS yes WHERE @tenant = 1;
GO
CREATE FUNCTION rag.bit_of (@tenant INT) RETURNS BIT AS
BEGIN
    RETURN 1;
END
GO
-- refused: 33268
CREATE SECURITY POLICY rag.guard ADD FILTER PREDICATE rag.mine(tenant) ON rag.nothing WITH (STATE = ON);
-- refused: 33270
CREATE SECURITY POLICY rag.guard ADD FILTER PREDICATE rag.nothing(tenant) ON rag.doc WITH (STATE = ON);
-- refused: 33270
CREATE SECURITY POLICY rag.guard ADD FILTER PREDICATE rag.bit_of(tenant) ON rag.doc WITH (STATE = ON);
-- refused: 33269
CREATE SECURITY POLICY rag.guard ADD FILTER PREDICATE rag.mine(tenant) ON #doc WITH (STATE = ON);
-- refused: 33262
CREATE SECURITY POLICY rag.guard ADD FILTER PREDICATE rag.mine(tenant) ON rag.doc, ADD FILTER PREDICATE rag.mine(id) ON rag.doc;
CREATE SECURITY POLICY rag.guard ADD FILTER PREDICATE rag.mine(tenant) ON rag.doc WITH (STATE = ON);
-- refused: 33264
CREATE SECURITY POLICY rag.other ADD FILTER PREDICATE rag.mine(tenant) ON rag.doc WITH (STATE = ON);
-- refused: 33261
ALTER SECURITY POLICY rag.guard DROP BLOCK PREDICATE ON rag.doc;
-- refused: 3729
DROP FUNCTION rag.mine;
-- refused: 5074, 4922
ALTER TABLE rag.doc DROP COLUMN tenant;
-- refused: 5074, 4922
ALTER TABLE rag.doc ALTER COLUMN tenant BIGINT NOT NULL;
-- refused: 15336
EXEC sp_rename 'rag.doc.tenant', 'org', 'COLUMN';
-- refused: 15348
ALTER SCHEMA dbo TRANSFER rag.mine;
ALTER TABLE rag.doc ALTER COLUMN id BIGINT NOT NULL;
-- other objects
CREATE TYPE rag.code FROM NVARCHAR(20) NOT NULL;
-- refused: 219
CREATE TYPE rag.code FROM INT;
CREATE TABLE rag.coded (code rag.code);
-- refused: 3732
DROP TYPE rag.code;
CREATE USER reader WITHOUT LOGIN;
-- refused: 15023
CREATE ROLE reader;
-- refused: 15151
DROP ROLE writers;

-- keys
CREATE TABLE dbo.wide (a NVARCHAR(MAX) NULL, b CHAR(1000) NOT NULL, c CHAR(800) NOT NULL, d AS LEFT(b, 10), e XML NULL);
-- refused: 1919
CREATE INDEX ix_wide_a ON dbo.wide (a);
-- refused: 1919
CREATE INDEX ix_wide_e ON dbo.wide (e);
-- refused: 1944
CREATE INDEX ix_wide_bc ON dbo.wide (b, c);
-- refused: 1944
CREATE CLUSTERED INDEX ix_wide_b ON dbo.wide (b);
-- refused: 1944, 1750
ALTER TABLE dbo.wide ADD CONSTRAINT pk_wide PRIMARY KEY (b);
CREATE INDEX ix_wide_b ON dbo.wide (b) INCLUDE (a, c);
-- refused: 1919, 1750
CREATE TABLE dbo.wider (a VARBINARY(MAX) NOT NULL CONSTRAINT pk_wider PRIMARY KEY);
SET QUOTED_IDENTIFIER OFF;
-- refused: 1934
CREATE INDEX ix_wide_d ON dbo.wide (d);
SET QUOTED_IDENTIFIER ON;
CREATE INDEX ix_wide_d ON dbo.wide (d);
