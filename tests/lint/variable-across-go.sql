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
-- file: migrations/V2__never_declared.sql
CREATE TABLE dbo.setting (id INT NOT NULL CONSTRAINT pk_setting PRIMARY KEY, value INT NULL);
GO
-- told
UPDATE dbo.setting SET value = @value WHERE id = 1;
GO
-- told
INSERT INTO @rows (id) SELECT id FROM dbo.setting;
GO
-- told
SET @value = 1;
GO
CREATE PROCEDURE dbo.change @id INT, @new INT AS
BEGIN
    DECLARE @old INT = (SELECT value FROM dbo.setting WHERE id = @id), @seen CURSOR;
    -- told
    UPDATE dbo.setting SET value = @newer WHERE id = @id AND value = @old AND @new > @@ROWCOUNT;
END;
GO
CREATE FUNCTION dbo.all_ids () RETURNS @ids TABLE (id INT NOT NULL) AS
BEGIN
    INSERT INTO @ids (id) SELECT id FROM dbo.setting;
    RETURN;
END;
GO
EXEC dbo.change @id = 1, @new = 2;
EXEC sp_executesql N'UPDATE dbo.setting SET value = @v WHERE id = @k', N'@v INT, @k INT', @v = 1, @k = 2;
EXEC sys.sp_addextendedproperty @name = N'note', @value = N'one row for each', @level0type = N'SCHEMA', @level0name = N'dbo';
