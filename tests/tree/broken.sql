-- What does not fit together still yields statements.
IF @a = 1
GO
BEGIN
    SELECT 1
    IF 1 = 1
END
SELECT 2 END ELSE SELECT 3
GO
BEGIN TRY
    SELECT 1
END TRY
SELECT 2
GO
CREATE TABLE dbo.t (a int
CREATE TABLE dbo.u (b int)
GO
CREATE PROCEDURE dbo.p AS
SELECT 1
END
CREATE VIEW dbo.v AS SELECT 1 AS a
GO
CREATE FULLTEXT CATALOG documents AS DEFAULT
CREATE SOMETHING ELSE
FROB dbo.t
dbo.frob 1
GO
BEGIN CREATE VIEW dbo.v AS SELECT 1 AS a END
GO
create procedure dbo.no_body
GO
SELECT 'never closed
