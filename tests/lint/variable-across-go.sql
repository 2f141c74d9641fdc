-- file: migrations/V1__batches.sql
CREATE TABLE dbo.document (id INT NOT NULL, title NVARCHAR(400) NOT NULL);
GO
CREATE PROCEDURE dbo.find @id INT AS SELECT @id;
GO
DECLARE @id INT = 1, @Title NVARCHAR(400) = N'a';
DECLARE @rows TABLE (id INT NOT NULL);
INSERT INTO dbo.document (id, title) VALUES (@id, @title);
GO
-- told
INSERT INTO dbo.document (id, title) VALUES (2, @title);
-- told
INSERT INTO @rows (id) VALUES (1);
GO
-- the names of a procedure's parameters are its own
EXEC sp_set_session_context @key = N'k', @value = 1;
EXEC dbo.find @id = 3;
PRINT @@ROWCOUNT;
GO
DECLARE @id INT = 2;
PRINT @id;
GO
PRINT '@id and @title';
