-- AFTER triggers: what they see, what they may do, how they fail.
CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, a INT NOT NULL);
CREATE TABLE dbo.log (at INT NOT NULL IDENTITY (100, 1), what NVARCHAR(20) NOT NULL, id INT NULL, before_a INT NULL, after_a INT NULL);
GO
CREATE TRIGGER dbo.watch ON dbo.t AFTER INSERT, UPDATE, DELETE AS
BEGIN
    SET NOCOUNT ON;
    INSERT INTO dbo.log (what, id, before_a, after_a)
    SELECT CASE WHEN d.id IS NULL THEN N'insert' WHEN i.id IS NULL THEN N'delete' ELSE N'update' END, COALESCE(i.id, d.id), d.a, i.a
    FROM inserted AS i FULL JOIN deleted AS d ON d.id = i.id;
END
GO
INSERT INTO dbo.t VALUES (1, 10), (2, 20);
UPDATE dbo.t SET a = a + 1 WHERE id = 2;
DELETE FROM dbo.t WHERE id = 1;
MERGE dbo.t AS t USING (VALUES (2, 0), (3, 30)) AS s (id, a) ON t.id = s.id
WHEN MATCHED THEN UPDATE SET a = s.a WHEN NOT MATCHED THEN INSERT (id, a) VALUES (s.id, s.a);
SELECT what, id, before_a, after_a FROM dbo.log ORDER BY at;
SELECT SCOPE_IDENTITY() AS scope, @@IDENTITY AS anywhere;
GO
DISABLE TRIGGER dbo.watch ON dbo.t;
DELETE FROM dbo.t;
ENABLE TRIGGER dbo.watch ON dbo.t;
SELECT COUNT(*) AS logged FROM dbo.log;
GO
CREATE TRIGGER dbo.guard ON dbo.t AFTER INSERT AS
IF EXISTS (SELECT 1 FROM inserted WHERE a < 0)
BEGIN
    ROLLBACK;
    RAISERROR(N'no negative numbers', 16, 1);
END
GO
INSERT INTO dbo.t VALUES (5, -1);
PRINT 'never';
GO
SELECT COUNT(*) AS rows, @@TRANCOUNT AS open_transactions FROM dbo.t;
INSERT INTO dbo.t VALUES (6, 1);
SELECT COUNT(*) AS rows FROM dbo.t;
GO
ALTER TRIGGER dbo.guard ON dbo.t AFTER INSERT AS INSERT INTO dbo.t VALUES (6, 1);
GO
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (7, 1);
GO
SELECT COUNT(*) AS rows, @@TRANCOUNT AS open_transactions FROM dbo.t;
GO
CREATE VIEW dbo.v AS SELECT id FROM dbo.t;
GO
CREATE TRIGGER dbo.instead ON dbo.t INSTEAD OF DELETE AS PRINT 'instead';
GO
DELETE FROM dbo.t;
