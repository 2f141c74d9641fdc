-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    tenant INT NOT NULL,
    title NVARCHAR(400) NOT NULL
);
GO
CREATE FUNCTION dbo.is_mine (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT);
GO
CREATE TABLE dbo.a (id INT NOT NULL, tenant INT NOT NULL);
CREATE TABLE dbo.b (id INT NOT NULL, tenant INT NOT NULL);
CREATE TABLE dbo.c (id INT NOT NULL, tenant INT NOT NULL);
GO
-- told
CREATE SECURITY POLICY dbo.off ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.a, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.a WITH (STATE = OFF);
GO
-- told
CREATE SECURITY POLICY dbo.unsaid ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.b, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.b;
GO
-- told
CREATE SECURITY POLICY dbo.loose ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.c, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.c WITH (STATE = ON, SCHEMABINDING = OFF);
GO
-- switched on in the same file
CREATE SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.document, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.document WITH (STATE = OFF);
GO
ALTER SECURITY POLICY dbo.guard WITH (STATE = ON);
