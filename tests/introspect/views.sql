-- Views with every option.
CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, name NVARCHAR(20) NULL);
GO
CREATE VIEW dbo.plain AS SELECT id, name FROM dbo.t;
GO
/* A comment before it. */
CREATE VIEW dbo.named (a, b) WITH SCHEMABINDING, VIEW_METADATA AS
    SELECT id, name -- with a comment
    FROM dbo.t;
GO
CREATE OR ALTER VIEW dbo.checked AS SELECT id FROM dbo.t WHERE id > 0 WITH CHECK OPTION;
GO
ALTER VIEW dbo.plain AS SELECT id FROM dbo.t;
