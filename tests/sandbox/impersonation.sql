-- Who a session is under EXECUTE AS USER, and what that user may do.
CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, tenant_id INT NOT NULL);
INSERT INTO dbo.t VALUES (1, 1), (2, 2);
CREATE USER reader WITHOUT LOGIN;
CREATE ROLE readers;
ALTER ROLE readers ADD MEMBER reader;
GRANT SELECT ON dbo.t TO readers;
GO
CREATE VIEW dbo.v AS SELECT id FROM dbo.t;
GO
CREATE PROCEDURE dbo.p AS DELETE FROM dbo.t WHERE id = 2;
GO
EXECUTE AS USER = N'reader';
SELECT USER_NAME() AS name, CURRENT_USER AS the_user, IS_MEMBER(N'readers') AS readers, IS_MEMBER(N'db_owner') AS owners,
       USER_NAME(USER_ID()) AS by_id;
GO
SELECT COUNT(*) AS n FROM dbo.t;
GO
UPDATE dbo.t SET tenant_id = 3;
GO
SELECT id FROM dbo.v;
GO
EXEC dbo.p;
GO
CREATE TABLE dbo.u (id INT);
GO
DECLARE @t TABLE (id INT);
INSERT INTO @t SELECT id FROM dbo.t;
SELECT COUNT(*) AS n FROM @t;
GO
EXECUTE AS USER = N'dbo';
GO
REVERT;
SELECT USER_NAME() AS name;
REVERT;
GO
GRANT EXECUTE ON dbo.p TO reader;
GRANT SELECT ON SCHEMA::dbo TO reader;
DENY SELECT ON dbo.t TO reader;
EXECUTE AS USER = N'reader';
EXEC dbo.p;
SELECT COUNT(*) AS n FROM dbo.v;
GO
SELECT COUNT(*) AS n FROM dbo.t;
GO
REVERT;
SELECT COUNT(*) AS n FROM dbo.t;
GO
EXEC (N'EXECUTE AS USER = N''reader''; SELECT USER_NAME() AS inside;');
SELECT USER_NAME() AS outside;
GO
EXECUTE AS USER = N'nobody';
GO
EXECUTE AS LOGIN = N'reader';
GO
