-- file: migrations/V1__docs.sql
CREATE SCHEMA rls;
GO
CREATE FUNCTION rls.see (@tenant int) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS ok WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS int);
GO
CREATE TABLE dbo.docs (
    id int NOT NULL IDENTITY CONSTRAINT pk_docs PRIMARY KEY,
    tenant int NOT NULL,
    title nvarchar(100) NULL,
    note nvarchar(20) NULL,
    state int NOT NULL CONSTRAINT ck_state CHECK (state IN (1, 2)),
    created datetime2 NOT NULL CONSTRAINT df_created DEFAULT SYSUTCDATETIME()
);
CREATE INDEX ix_title ON dbo.docs (title);
CREATE TABLE dbo.tags (id int NOT NULL CONSTRAINT pk_tags PRIMARY KEY, label nvarchar(20) NOT NULL);
GO
CREATE VIEW dbo.titles WITH SCHEMABINDING AS SELECT id, title FROM dbo.docs;
GO
CREATE PROCEDURE dbo.find @title nvarchar(100) AS
SELECT id
FROM dbo.docs
WHERE title = @title;
GO
CREATE SECURITY POLICY rls.docs ADD FILTER PREDICATE rls.see(tenant) ON dbo.docs WITH (STATE = ON);
CREATE ROLE reader;
GRANT SELECT ON dbo.docs TO reader;
