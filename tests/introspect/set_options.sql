-- Modules remember the SET options that they were made under.
CREATE TABLE dbo.t (id INT NOT NULL);
GO
SET QUOTED_IDENTIFIER OFF;
GO
CREATE PROCEDURE dbo.unquoted AS SELECT 1;
GO
SET QUOTED_IDENTIFIER ON;
GO
CREATE PROCEDURE dbo.quoted AS SELECT id AS "id" FROM dbo.t;
