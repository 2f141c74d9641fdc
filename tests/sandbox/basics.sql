-- Values, variables, control flow, messages.
SELECT 1 AS one, N'two' AS two, CAST(3.5 AS DECIMAL(10, 2)) AS three, NULL AS nothing;
DECLARE @i INT = 0, @text NVARCHAR(5);
WHILE @i < 3
BEGIN
    SET @i += 1;
    IF @i = 2 CONTINUE;
    PRINT CONCAT(N'i is ', @i);
END
SET @text = N'too long to fit';
SELECT @i AS i, @text AS text, @@ROWCOUNT AS rows;
GO
CREATE TABLE dbo.t (id INT NOT NULL IDENTITY PRIMARY KEY, a NVARCHAR(20) NOT NULL, b INT NULL CHECK (b > 0));
INSERT INTO dbo.t (a, b) VALUES (N'x', 1), (N'y', NULL);
SELECT @@ROWCOUNT AS inserted, SCOPE_IDENTITY() AS last_id;
SELECT * FROM dbo.t ORDER BY id;
UPDATE dbo.t SET b = 5 WHERE a = N'X';
DELETE FROM dbo.t WHERE b IS NULL;
SELECT id, a, b FROM dbo.t;
GO
INSERT INTO dbo.t (a, b) VALUES (NULL, 1);
INSERT INTO dbo.t (a, b) VALUES (N'z', -1);
SET IDENTITY_INSERT dbo.t ON;
INSERT INTO dbo.t (id, a) VALUES (1, N'again');
SET IDENTITY_INSERT dbo.t OFF;
INSERT INTO dbo.t (id, a) VALUES (7, N'no');
SELECT @@ERROR AS error;
GO
SELECT missing FROM dbo.t;
PRINT 'never';
GO
PRINT 'before';
SELECT * FROM dbo.not_there;
PRINT 'never';
GO
BEGIN TRY
    SELECT 1 / 0;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_MESSAGE() AS message, ERROR_LINE() AS line, ERROR_SEVERITY() AS severity;
END CATCH
RAISERROR(N'%s has %d rows', 16, 3, N'dbo.t', 7);
RAISERROR(N'for your information', 0, 1) WITH NOWAIT;
THROW 50001, N'thrown', 2;
PRINT 'never';
