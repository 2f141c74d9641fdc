-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    language CHAR(2) NULL
);
CREATE TABLE dbo.other (id INT NOT NULL, title NVARCHAR(400) NOT NULL);
-- file: migrations/V2__trim.sql
-- told
UPDATE dbo.document SET title = TRIM(title);
-- told
UPDATE d SET d.language = 'en', d.title = N'' FROM dbo.document AS d;
UPDATE dbo.document SET title = N'' WHERE title = N'-';
UPDATE d SET title = o.title FROM dbo.document AS d JOIN dbo.other AS o ON o.id = d.id;
UPDATE TOP (50) dbo.document SET title = N'';
UPDATE STATISTICS dbo.document;
-- file: migrations/V3__fill.sql
ALTER TABLE dbo.document ADD slug NVARCHAR(400) NULL;
GO
-- a column that this file adds
UPDATE dbo.document SET slug = LOWER(title);
-- file: migrations/V4__always.sql
-- told
UPDATE dbo.document SET title = N'' WHERE 1 = 1;
-- told
WITH every AS (SELECT title FROM dbo.document) UPDATE every SET title = N'';
WITH part AS (SELECT title FROM dbo.document WHERE language = 'en') UPDATE part SET title = N'';
UPDATE dbo.document SET title = N'' WHERE language IS NOT NULL;
