-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    first_name NVARCHAR(50) NULL,
    last_name NVARCHAR(50) NULL,
    length AS LEN(title),
    language CHAR(2) NULL
);
-- file: migrations/V2__drop.sql
-- told
ALTER TABLE dbo.document DROP COLUMN language;
-- a computed column holds nothing
ALTER TABLE dbo.document DROP COLUMN IF EXISTS length;
ALTER TABLE dbo.document DROP COLUMN IF EXISTS never_there;
-- file: migrations/V3__merge_names.sql
ALTER TABLE dbo.document ADD full_name NVARCHAR(101) NULL;
GO
UPDATE dbo.document SET full_name = first_name + N' ' + last_name;
GO
-- told
ALTER TABLE dbo.document DROP COLUMN first_name, last_name;
-- file: migrations/V4__here.sql
-- made here
ALTER TABLE dbo.document ADD temporary INT NULL;
GO
ALTER TABLE dbo.document DROP COLUMN temporary;
