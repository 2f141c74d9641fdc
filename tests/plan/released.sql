-- file: migrations/V1__docs.sql
CREATE TABLE dbo.docs (
    id int NOT NULL IDENTITY CONSTRAINT pk_docs PRIMARY KEY,
    tenant int NOT NULL,
    title nvarchar(100) NULL,
    note nvarchar(20) NULL,
    embedding vector(3) NULL
);
CREATE TABLE dbo.tags (id int NOT NULL CONSTRAINT pk_tags PRIMARY KEY, label nvarchar(20) NOT NULL);
GO
CREATE VIEW dbo.titles AS SELECT id, title FROM dbo.docs;
GO
CREATE VIEW dbo.old_titles AS SELECT title FROM dbo.docs;
GO
CREATE PROCEDURE dbo.find @title nvarchar(100) AS SELECT id FROM dbo.docs WHERE title = @title;
GO
INSERT INTO dbo.docs (tenant, title, embedding) VALUES (1, N'a title', CAST('[1, 0, 0]' AS vector(3)));
GO 37
INSERT INTO dbo.tags (id, label) VALUES (1, N'a');
