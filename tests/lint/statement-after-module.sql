-- file: migrations/V1__base.sql
CREATE TABLE dbo.log (id INT NOT NULL);
GO
CREATE PROCEDURE dbo.tidy AS
BEGIN
    DELETE FROM dbo.log;
END
-- told
INSERT dbo.log (id) VALUES (1);
GO
CREATE PROCEDURE dbo.count_all AS
BEGIN
    SELECT COUNT(*) AS n FROM dbo.log;
END
RETURN 0;
GO
CREATE PROCEDURE dbo.both AS
DELETE FROM dbo.log;
INSERT dbo.log (id) VALUES (1);
GO
CREATE TRIGGER dbo.on_log ON dbo.log AFTER INSERT AS
BEGIN
    SET NOCOUNT ON;
END
GO
-- options that are put back
CREATE PROCEDURE dbo.quiet AS
BEGIN
    SET NOCOUNT ON;
    DELETE FROM dbo.log WHERE id < 0;
END
SET NOCOUNT OFF;
GO
CREATE PROCEDURE dbo.indented AS
    DELETE FROM dbo.log;
-- told
INSERT dbo.log (id) VALUES (2);
GO
CREATE PROCEDURE dbo.even AS
    DELETE FROM dbo.log;
    INSERT dbo.log (id) VALUES (3);
GO
CREATE PROCEDURE dbo.on_one_line AS DELETE FROM dbo.log;
INSERT dbo.log (id) VALUES (4);
GO
