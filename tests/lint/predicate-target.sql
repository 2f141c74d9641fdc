-- also: sequence-without-start
-- file: migrations/V1__base.sql
CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY, tenant INT NOT NULL);
GO
CREATE FUNCTION dbo.is_mine (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes WHERE @tenant = CAST(SESSION_CONTEXT(N'tenant') AS INT);
GO
-- file: migrations/V2__policy.sql
CREATE FUNCTION dbo.bit_of (@tenant INT) RETURNS BIT AS
BEGIN
    RETURN 1;
END
GO
CREATE SEQUENCE dbo.numbers;
GO
-- told
CREATE SECURITY POLICY dbo.p ADD FILTER PREDICATE dbo.bit_of(tenant) ON dbo.doc WITH (STATE = ON);
-- file: migrations/V3__policy.sql
-- told
CREATE SECURITY POLICY dbo.q ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.numbers WITH (STATE = ON);
-- file: migrations/V4__policy.sql
CREATE SECURITY POLICY dbo.r ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.doc AFTER INSERT WITH (STATE = ON);
