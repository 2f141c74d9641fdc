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

GO
-- so are those of a procedure whose rows are inserted
DECLARE @n INT = 1, @who NVARCHAR(10) = N'b';
GO
INSERT INTO dbo.document EXEC dbo.find @n = 1, @who = N'c';
INSERT dbo.document (id, title) EXECUTE dbo.find @n = 2;
INSERT dbo.document (id, title) EXEC sp_executesql N'SELECT @n, @n', N'@n INT', @n = 3;
GO
-- told
INSERT INTO dbo.document (id, title) EXEC dbo.find @n = @who;
