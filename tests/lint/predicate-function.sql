-- also: policy-state
-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    tenant INT NOT NULL,
    title NVARCHAR(400) NOT NULL
);
GO
CREATE FUNCTION dbo.is_mine (@tenant INT) RETURNS TABLE AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT);
GO
CREATE FUNCTION dbo.bound (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT);
GO
-- told
CREATE SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.document, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.document WITH (STATE = ON);
GO
DROP SECURITY POLICY dbo.guard;
GO
CREATE SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.bound(tenant) ON dbo.document, ADD BLOCK PREDICATE dbo.bound(tenant) ON dbo.document WITH (STATE = ON);
GO
DROP SECURITY POLICY dbo.guard;
GO
CREATE SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.document, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.document WITH (STATE = ON, SCHEMABINDING = OFF);
