-- file: migrations/V1__languages.sql
-- ragsql: no-transaction
IF OBJECT_ID(N'dbo.language') IS NULL
    CREATE TABLE dbo.language (code CHAR(2) NOT NULL, name NVARCHAR(50) NOT NULL, uses INT NOT NULL);
-- told
INSERT dbo.language (code, name, uses) VALUES ('en', N'English', 0);
INSERT dbo.language (code, name, uses) SELECT 'fr', N'French', 0 WHERE NOT EXISTS (SELECT 1 FROM dbo.language WHERE code = 'fr');
-- told
UPDATE dbo.language SET uses = uses + 1;
UPDATE dbo.language SET uses = 1 WHERE uses IS NULL;
IF NOT EXISTS (SELECT 1 FROM dbo.language WHERE code = 'de')
    INSERT dbo.language (code, name, uses) VALUES ('de', N'German', 0);
CREATE TABLE #work (id INT NOT NULL);
INSERT #work (id) VALUES (1);
-- file: migrations/V2__in_a_transaction.sql
IF OBJECT_ID(N'dbo.country') IS NULL
    CREATE TABLE dbo.country (code CHAR(2) NOT NULL);
INSERT dbo.country (code) VALUES ('fr');
-- file: migrations/V3__asks_nothing.sql
-- ragsql: no-transaction
INSERT dbo.country (code) VALUES ('de');
