-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY, tenant INT NOT NULL);
CREATE TABLE dbo.note (id INT NOT NULL CONSTRAINT pk_note PRIMARY KEY, tenant INT NOT NULL);
CREATE TABLE dbo.tag (id INT NOT NULL CONSTRAINT pk_tag PRIMARY KEY, tenant INT NOT NULL);
CREATE TABLE dbo.mark (id INT NOT NULL CONSTRAINT pk_mark PRIMARY KEY, tenant INT NOT NULL);
GO
CREATE FUNCTION dbo.by_null (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes
    -- told
    WHERE (CAST(SESSION_CONTEXT(N'tenant') AS INT) IS NULL) OR @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT);
GO
CREATE FUNCTION dbo.by_fallback (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
-- told
RETURN SELECT 1 AS yes WHERE @tenant = ISNULL(CONVERT(INT, SESSION_CONTEXT(N'tenant')), @tenant);
GO
CREATE FUNCTION dbo.by_nothing (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
-- told
RETURN SELECT 1 AS yes;
GO
CREATE FUNCTION dbo.by_role (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes
    WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT)
        OR (SESSION_CONTEXT(N'tenant') IS NULL AND IS_ROLEMEMBER(N'auditors') = 1);
GO
-- no policy uses it
CREATE FUNCTION dbo.unused (@tenant INT) RETURNS TABLE AS
RETURN SELECT 1 AS yes;
GO
CREATE SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.by_null(tenant) ON dbo.document, ADD BLOCK PREDICATE dbo.by_null(tenant) ON dbo.document,
    ADD FILTER PREDICATE dbo.by_fallback(tenant) ON dbo.note, ADD BLOCK PREDICATE dbo.by_fallback(tenant) ON dbo.note,
    ADD FILTER PREDICATE dbo.by_nothing(tenant) ON dbo.tag, ADD BLOCK PREDICATE dbo.by_nothing(tenant) ON dbo.tag,
    ADD FILTER PREDICATE dbo.by_role(tenant) ON dbo.mark, ADD BLOCK PREDICATE dbo.by_role(tenant) ON dbo.mark
    WITH (STATE = ON);
