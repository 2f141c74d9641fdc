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
-- file: migrations/V2__always.sql
CREATE TABLE dbo.page (id INT NOT NULL CONSTRAINT pk_page PRIMARY KEY, tenant INT NOT NULL, hidden BIT NOT NULL, shelf INT NOT NULL);
GO
CREATE FUNCTION dbo.by_truth (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
-- told
RETURN SELECT 1 AS yes WHERE 1 = 1;
GO
CREATE FUNCTION dbo.by_alternative (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT)
    -- told
    OR (@tenant IS NOT NULL);
GO
CREATE FUNCTION dbo.by_range (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
-- told
RETURN SELECT 1 AS yes WHERE @tenant >= 0;
GO
CREATE FUNCTION dbo.by_case (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
-- told
RETURN SELECT 1 AS yes WHERE 1 = CASE
    WHEN SESSION_CONTEXT(N'tenant') IS NULL THEN 1
    WHEN @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT) THEN 1 ELSE 0 END;
GO
CREATE FUNCTION dbo.by_list (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes
    -- told
    WHERE ISNULL(CAST(SESSION_CONTEXT(N'tenant') AS INT), @tenant) IN (@tenant);
GO
CREATE FUNCTION dbo.by_union (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT)
    -- told
    UNION ALL SELECT 1 WHERE NOT EXISTS (SELECT 1 WHERE SESSION_CONTEXT(N'tenant') IS NOT NULL);
GO
-- a warning: what the policy passes is no tenant
CREATE FUNCTION dbo.by_shelf (@shelf INT) RETURNS TABLE WITH SCHEMABINDING AS
-- told
RETURN SELECT 1 AS yes WHERE @shelf < 100;
GO
-- what is hidden is hidden from everyone
CREATE FUNCTION dbo.by_flag (@hidden BIT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @hidden = 0;
GO
-- what is true of the comparison itself, of a role, of a value that stands for nobody
CREATE FUNCTION dbo.by_tenant (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes
    WHERE (1 = 1 AND @tenant = CASE WHEN 1 = 1 THEN ISNULL(CAST(SESSION_CONTEXT(N'tenant') AS INT), -1) END) OR USER_NAME() = N'auditor';
GO
CREATE SECURITY POLICY dbo.more
    ADD FILTER PREDICATE dbo.by_truth(tenant) ON dbo.page, ADD BLOCK PREDICATE dbo.by_alternative(tenant) ON dbo.page AFTER INSERT,
    ADD BLOCK PREDICATE dbo.by_range(tenant) ON dbo.page AFTER UPDATE, ADD BLOCK PREDICATE dbo.by_case(tenant) ON dbo.page BEFORE UPDATE,
    ADD BLOCK PREDICATE dbo.by_list(tenant) ON dbo.page BEFORE DELETE
    WITH (STATE = ON);
CREATE TABLE dbo.line (id INT NOT NULL CONSTRAINT pk_line PRIMARY KEY, tenant INT NOT NULL, hidden BIT NOT NULL, shelf INT NOT NULL);
GO
CREATE SECURITY POLICY dbo.others
    ADD FILTER PREDICATE dbo.by_union(tenant) ON dbo.line, ADD BLOCK PREDICATE dbo.by_shelf(shelf) ON dbo.line AFTER INSERT,
    ADD BLOCK PREDICATE dbo.by_flag(hidden) ON dbo.line AFTER UPDATE, ADD BLOCK PREDICATE dbo.by_tenant(tenant) ON dbo.line BEFORE DELETE
    WITH (STATE = ON);
-- file: migrations/V9__nobody.sql
CREATE TABLE dbo.leaf (id INT NOT NULL CONSTRAINT pk_leaf PRIMARY KEY, tenant INT NULL);
CREATE TABLE dbo.stem (id INT NOT NULL CONSTRAINT pk_stem PRIMARY KEY, tenant INT NOT NULL);
GO
CREATE FUNCTION dbo.or_nobody (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT)
    -- told
    OR @tenant IS NULL;
GO
CREATE FUNCTION dbo.or_nobody_there (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT) OR @tenant IS NULL;
GO
CREATE SECURITY POLICY dbo.leaves
    ADD FILTER PREDICATE dbo.or_nobody(tenant) ON dbo.leaf, ADD BLOCK PREDICATE dbo.or_nobody(tenant) ON dbo.leaf,
    ADD FILTER PREDICATE dbo.or_nobody_there(tenant) ON dbo.stem, ADD BLOCK PREDICATE dbo.or_nobody_there(tenant) ON dbo.stem
    WITH (STATE = ON);
