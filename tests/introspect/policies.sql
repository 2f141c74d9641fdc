-- Security policies: every operation, expressions as arguments, states.
CREATE SCHEMA security;
GO
CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, tenant_id INT NOT NULL, [odd ]] name] INT NOT NULL);
CREATE TABLE dbo.u (tenant_id INT NOT NULL);
GO
CREATE FUNCTION security.allowed (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant_id') AS INT);
GO
CREATE FUNCTION security.both (@a INT, @b INT) RETURNS TABLE AS RETURN SELECT 1 AS ok WHERE @a = @b;
GO
CREATE SECURITY POLICY security.tenants
    ADD FILTER PREDICATE security.allowed(tenant_id) ON dbo.t,
    ADD BLOCK PREDICATE security.allowed(tenant_id) ON dbo.t AFTER INSERT,
    ADD BLOCK PREDICATE security.allowed(tenant_id) ON dbo.t AFTER UPDATE,
    ADD BLOCK PREDICATE security.allowed(tenant_id) ON dbo.t BEFORE UPDATE,
    ADD BLOCK PREDICATE security.allowed(tenant_id) ON dbo.t BEFORE DELETE
    WITH (STATE = ON, SCHEMABINDING = ON);
CREATE SECURITY POLICY security.others
    ADD FILTER PREDICATE security.both([tenant_id], 1) ON dbo.u
    WITH (STATE = OFF, SCHEMABINDING = OFF) NOT FOR REPLICATION;
