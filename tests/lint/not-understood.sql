-- file: migrations/V1__fixture.sql
DECLARE @text NVARCHAR(MAX) = (SELECT script FROM dbo.script);
-- told
EXEC (@text);
-- told
EXEC dbo.procedure_of_someone_else;
EXEC (N'CREATE TABLE dbo.doc (id INT NOT NULL)');
EXEC sp_updatestats;
-- told
SELEC * FROM dbo.doc;
-- told
CREATE TABL dbo.doc2 (id INT);
-- told
ALTER TABLE dbo.doc ADDD x INT;
-- told
FOO BAR BAZ;
CREATE TABLE dbo.good (
    id INT IDENTITY (1, 1) NOT FOR REPLICATION NOT NULL,
    part UNIQUEIDENTIFIER ROWGUIDCOL NOT NULL CONSTRAINT df_part DEFAULT NEWSEQUENTIALID() WITH VALUES,
    name NVARCHAR(50) COLLATE Latin1_General_100_BIN2 MASKED WITH (FUNCTION = 'default()') NULL,
    rare INT SPARSE NULL,
    other XML COLUMN_SET FOR ALL_SPARSE_COLUMNS,
    since DATETIME2 GENERATED ALWAYS AS ROW START HIDDEN NOT NULL,
    until DATETIME2 GENERATED ALWAYS AS ROW END HIDDEN NOT NULL,
    long_name AS CONCAT(name, N'!') PERSISTED NOT NULL,
    doc INT NULL INDEX ix_doc NONCLUSTERED WITH (FILLFACTOR = 80),
    secret NVARCHAR(11) COLLATE Latin1_General_BIN2 ENCRYPTED WITH (COLUMN_ENCRYPTION_KEY = k, ENCRYPTION_TYPE = DETERMINISTIC, ALGORITHM = 'AEAD_AES_256_CBC_HMAC_SHA_256') NULL,
    PERIOD FOR SYSTEM_TIME (since, until)
);
CREATE TABLE dbo.misspelt (
    -- told
    id INT FROBNICATED NOT NULL,
    -- told
    number INT IDENTITI (1, 1) NOT NULL
);
-- told
ALTER TABLE dbo.misspelt ADD other INT NUL;
-- told
DECLARE @rows TABLE (id INT FROBNICATED);

GO
-- what is attached to objects, and what is seldom written
ADD SENSITIVITY CLASSIFICATION TO dbo.good.name, dbo.good.rare WITH (LABEL = 'Internal', RANK = MEDIUM);
DROP SENSITIVITY CLASSIFICATION FROM dbo.good.name;
ADD SIGNATURE TO dbo.load BY CERTIFICATE loader;
DROP SIGNATURE FROM OBJECT::dbo.load BY CERTIFICATE loader;
ADD COUNTER SIGNATURE TO dbo.load BY CERTIFICATE loader;
DROP COUNTER SIGNATURE FROM dbo.load BY CERTIFICATE loader;
-- told
ADD SENSITIVITY CLASSIFICATION dbo.good.name WITH (RANK = LOW);
-- told
DROP SIGNATURE FROM dbo.load;
GO
CREATE TABLE dbo.follows AS EDGE;
-- told
CREATE TABLE dbo.people AS NODE;
GO
DECLARE @part NVARCHAR(20) = N'a', @place VARBINARY(16);
SET @part ||= N'b';
SELECT @part ||= N'c';
WRITETEXT dbo.good.name @place @part;
UPDATETEXT dbo.good.name @place 0 NULL @part;
-- told
SET @part ||| N'b';
CREATE TABLE dbo.comma (
    -- told
    id INT number INT NOT NULL,
    [int] INT,
    -- told
    name NVARCHAR(50) NOT NULL [text] NVARCHAR(MAX)
);
CREATE TABLE dbo.clock (
    id INT NOT NULL,
    -- told
    at DATETIME WITHOUT TIME ZONE NULL
);
GO
-- a keyword where a value has to be
-- told
SELECT FROM dbo.clock;
-- told
SELECT id, FROM dbo.clock;
GO
CREATE PROCEDURE dbo.tick @id INT AS
-- told
SELECT id FROM dbo.clock WHERE AND id = @id;
GO
-- what is seldom written is right
WITH few AS (SELECT TOP (1) id FROM dbo.clock ORDER BY id UNION ALL SELECT id FROM dbo.clock)
SELECT JSON_OBJECT(NULL ON NULL) AS nothing, JSON_ARRAYAGG(id) OVER (PARTITION BY at) AS ids FROM few AS f JOIN dbo.clock AS c ON c.id = f.id;
GO
DECLARE @old NVARCHAR(100) = N'dbo.clock', @new SYSNAME = CONCAT(N'clock_', YEAR(SYSDATETIME()));
-- told
EXEC sp_rename @old, @new;
SELECT JSON_OBJECT(NULL ON NULL) AS nothing, JSON_ARRAYAGG(id) OVER (PARTITION BY at) AS ids FROM dbo.clock;
GO
-- words that nobody reads: behind a statement, in a list that is closed
-- told
UPDATE dbo.good SET name = N'a' WHERE id = 1 FROB;
-- told
SELECT * FORM dbo.good;
-- told
SELECT id FROM dbo.good WITH (FROB);
-- told
SELECT id FROM dbo.good OPTION (FROB);
-- told
SET FROB ON;
-- told
SET NOCOUNT FROB;
-- told
EXECUTE AS FROB;
-- told
CREATE TABLE dbo.frob1 (id INT) FROB;
CREATE TABLE dbo.frob2 (
    id INT,
    -- told
    CONSTRAINT x FROB (id)
);
-- told
CREATE TABLE dbo.frob3 (id INT) WITH (FROB = ON);
-- told
CREATE TABLE dbo.frob4 (id INT CONSTRAINT pk_frob4 PRIMARY KEY WITH (PAD_INDEX = FROB));
-- told
ALTER TABLE dbo.good SET (FROB = 1);
-- told
ALTER TABLE dbo.good REBUILD WITH (FROB = ON);
-- told
CREATE INDEX frob ON dbo.good (rare) FROB;
-- told
CREATE INDEX frob ON dbo.good (rare) WITH (FROB = ON);
-- told
CREATE INDEX frob ON dbo.good (rare) WHERE rare FROB 1;
-- told
DROP TABLE dbo.misspelt FROB;
CREATE ROLE reader;
-- told
GRANT FROB ON dbo.good TO reader;
GRANT SELECT, VIEW DEFINITION ON dbo.good TO reader;
-- told
CREATE ROLE writer FROB;
-- told
CREATE USER someone WITH FROB = 1;
-- told
CREATE STATISTICS frob ON dbo.good (rare) WITH FROB;
-- told
EXEC dbo.good_things 1 2;
-- told
EXEC dbo.good_things @a = ;
-- told
PRINT 1 2;
-- told
RAISERROR ('a', 16 FROB, 1);
-- told
IF 1 = 1 FROB2 PRINT 1;
-- told
DECLARE @n INT = 1 FROB;
-- told
SET @n = 1 FROB;
-- told
CREATE TABLE dbo.frob5 (id INT CONSTRAINT d5 DEFAULT (1 FROB) CONSTRAINT c5 CHECK (id FROB 3));
-- told
EXEC (N'SELECT 1 FROM dbo.good FROB FROB');
GO
-- told
FROBNICATE TABLE t;
GO
CREATE VIEW dbo.v
-- told
WITH FROB
AS SELECT 1 AS a;
GO
CREATE PROCEDURE dbo.p AS
BEGIN
    -- told
    DELETE FROM dbo.good WHERE id = 1 name = N'a';
END
GO
CREATE TRIGGER dbo.on_good ON dbo.good AFTER UPDATE AS
IF UPDATE (name) AND NOT UPDATE (rare) PRINT 'renamed';
GO
-- told
CREATE TRIGGER dbo.on_good2 ON dbo.good FOR FROB AS PRINT 'renamed';
-- file: migrations/V2__database.sql
-- ragsql: no-transaction
-- told
ALTER DATABASE CURRENT SET FROB ON;
GO
-- told
ALTER DATABASE CURRENT FROB;
-- file: migrations/V3__configuration.sql
-- ragsql: no-transaction
-- told
ALTER DATABASE SCOPED CONFIGURATION SET FROB = ON;
