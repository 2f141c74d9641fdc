-- also: endless-lock-wait
-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    language CHAR(2) NULL
);
CREATE TABLE dbo.queue (id INT NOT NULL, body NVARCHAR(MAX) NULL);
-- file: migrations/V2__reset.sql
-- told
TRUNCATE TABLE dbo.document;
-- kept elsewhere first
SELECT id, body INTO dbo.queue_2024 FROM dbo.queue;
TRUNCATE TABLE dbo.queue;
-- made here
CREATE TABLE dbo.stage (id INT NOT NULL);
TRUNCATE TABLE dbo.stage;
CREATE TABLE #t (id INT NOT NULL);
TRUNCATE TABLE #t;
GO
-- what a procedure does when it is called is its own business
CREATE PROCEDURE dbo.reset AS TRUNCATE TABLE dbo.document;
-- file: migrations/V3__kind.sql
CREATE TABLE dbo.kind (id INT NOT NULL, name NVARCHAR(40) NOT NULL);
-- file: migrations/V4__kinds.sql
-- a warning: the rows are replaced
-- told
TRUNCATE TABLE dbo.kind;
INSERT INTO dbo.kind (id, name) VALUES (1, N'letter'), (2, N'invoice');
