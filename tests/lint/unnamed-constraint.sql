-- file: migrations/V1__base.sql
-- told
CREATE TABLE dbo.document (
    id INT NOT NULL PRIMARY KEY,
    language CHAR(2) NOT NULL DEFAULT 'en' CHECK (language <> ''),
    code INT NOT NULL UNIQUE,
    parent INT NULL REFERENCES dbo.document (id)
);
CREATE TABLE dbo.good (id INT NOT NULL CONSTRAINT pk_good PRIMARY KEY, pages INT NOT NULL, language CHAR(2) NOT NULL CONSTRAINT df_good DEFAULT 'en');
-- told
ALTER TABLE dbo.good ADD words INT NOT NULL DEFAULT 0;
-- told
ALTER TABLE dbo.good ADD DEFAULT 1 FOR pages;
-- told
ALTER TABLE dbo.good ADD CHECK (pages > 0);
ALTER TABLE dbo.good ADD CONSTRAINT ck_good CHECK (id > 0);
CREATE TABLE #work (id INT NOT NULL PRIMARY KEY);
GO
DECLARE @work TABLE (id INT NOT NULL PRIMARY KEY);
