-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL
);
CREATE TABLE dbo.note (id INT NOT NULL);
GO
CREATE SCHEMA archive;
GO
CREATE PROCEDURE dbo.find AS SELECT 1;
-- file: migrations/V2__rename.sql
-- told
EXEC sp_rename 'dbo.document', 'page';
-- told
ALTER SCHEMA archive TRANSFER dbo.note;
-- told
EXEC sp_rename 'dbo.find', 'search';
-- what is renamed here was made here, or another takes the name
CREATE TABLE dbo.page_new (id INT NOT NULL);
EXEC sp_rename 'dbo.page_new', 'page_2';
EXEC sp_rename 'dbo.pk_document', 'pk_page', 'OBJECT';
-- file: migrations/V3__swap.sql
EXEC sp_rename 'dbo.page', 'page_old';
GO
CREATE VIEW dbo.page AS SELECT id, title FROM dbo.page_old;
