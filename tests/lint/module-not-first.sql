CREATE TABLE dbo.doc (id INT NOT NULL);
-- told
CREATE VIEW dbo.ids AS SELECT id FROM dbo.doc;
GO
IF 1 = 1
BEGIN
    -- told
    CREATE SCHEMA rag;
END
GO
SET NOCOUNT ON;
-- told
CREATE OR ALTER PROCEDURE dbo.p AS SELECT 1 AS one;
GO
-- a comment before it, and text that is a batch of its own
CREATE VIEW dbo.all_ids AS SELECT id FROM dbo.doc;
GO
IF 1 = 1 EXEC (N'CREATE VIEW dbo.some_ids AS SELECT id FROM dbo.doc');
GO
CREATE PROCEDURE dbo.one AS
BEGIN
    SELECT 1 AS one;
END
-- told
CREATE PROCEDURE dbo.two AS
BEGIN
    SELECT 2 AS two;
END
