-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
-- file: migrations/V2__owner.sql
-- told
ALTER TABLE dbo.document ALTER COLUMN owner NVARCHAR(100) NOT NULL;
-- the nullability stays as it is
ALTER TABLE dbo.document ALTER COLUMN title NVARCHAR(500) NOT NULL;
ALTER TABLE dbo.document ALTER COLUMN id INT NOT NULL;
-- file: migrations/V3__language.sql
UPDATE dbo.document SET language = 'en' WHERE language IS NULL;
-- told
ALTER TABLE dbo.document ALTER COLUMN language CHAR(2) NOT NULL;
-- file: migrations/V4__here.sql
ALTER TABLE dbo.document ADD kind INT NULL;
GO
UPDATE dbo.document SET kind = 0;
ALTER TABLE dbo.document ALTER COLUMN kind INT NOT NULL;
