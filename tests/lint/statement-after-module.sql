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
GO
CREATE VIEW dbo.seen AS SELECT id FROM dbo.log
-- told
INSERT dbo.log (id) VALUES (5);
GO
CREATE VIEW dbo.seen_too AS SELECT 1 AS x;
-- told
DROP TABLE dbo.log
GO
CREATE FUNCTION dbo.inline () RETURNS TABLE AS RETURN (SELECT id FROM dbo.log)
-- told
DELETE FROM dbo.log WHERE id = 1;
GO
-- queries that are all there is
CREATE VIEW dbo.checked AS WITH few AS (SELECT id FROM dbo.log) SELECT id FROM few UNION ALL (SELECT 1) WITH CHECK OPTION;
GO
CREATE FUNCTION dbo.inline_too () RETURNS TABLE AS RETURN WITH few AS (SELECT id FROM dbo.log) SELECT id FROM few;
