-- also: policy-state
-- file: migrations/V1__base.sql
CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY, tenant INT NOT NULL);
GO
CREATE FUNCTION dbo.is_mine (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT);
GO
-- file: migrations/V2__policy.sql
-- told
CREATE SECURITY POLICY dbo.p
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.doc,
    ADD FILTER PREDICATE dbo.is_mine(id) ON dbo.doc
    WITH (STATE = ON);
-- file: migrations/V3__policy.sql
-- told
CREATE SECURITY POLICY dbo.q ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.doc WITH (STATE = ON);
-- file: migrations/V4__policy.sql
-- one that is off, and one for another operation
CREATE SECURITY POLICY dbo.r ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.doc WITH (STATE = OFF);
CREATE SECURITY POLICY dbo.s ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.doc AFTER INSERT WITH (STATE = ON);
