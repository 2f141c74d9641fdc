-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL
);
-- file: migrations/V2__rename.sql
-- told
EXEC sp_rename N'[dbo].[document].[title]', N'headline', 'COLUMN';
ALTER TABLE dbo.document ADD kind INT NULL;
EXEC sp_rename 'dbo.document.kind', 'sort', 'COLUMN';
-- file: migrations/V3__kept.sql
EXEC sp_rename 'dbo.document.owner', 'author', 'COLUMN';
ALTER TABLE dbo.document ADD owner AS author;
