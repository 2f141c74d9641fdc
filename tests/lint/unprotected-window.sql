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
CREATE SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.document,
    ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.document AFTER INSERT,
    ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.document AFTER UPDATE
    WITH (STATE = ON);
-- file: migrations/V2__fill.sql
-- ragsql: no-transaction
-- told
ALTER SECURITY POLICY dbo.guard WITH (STATE = OFF);
UPDATE dbo.document SET title = TRIM(title) WHERE title LIKE N' %';
ALTER SECURITY POLICY dbo.guard WITH (STATE = ON);
GO
-- told
DROP SECURITY POLICY dbo.guard;
GO
CREATE SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.document,
    ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.document AFTER INSERT,
    ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.document AFTER UPDATE
    WITH (STATE = ON);
-- file: migrations/V3__fill.sql
-- ragsql: no-transaction
BEGIN TRANSACTION;
ALTER SECURITY POLICY dbo.guard WITH (STATE = OFF);
UPDATE dbo.document SET title = TRIM(title) WHERE title LIKE N' %';
ALTER SECURITY POLICY dbo.guard WITH (STATE = ON);
COMMIT;
-- file: migrations/V4__fill.sql
ALTER SECURITY POLICY dbo.guard WITH (STATE = OFF);
ALTER SECURITY POLICY dbo.guard WITH (STATE = ON);
