-- also: tenant-table-without-policy
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
-- file: migrations/V2__note.sql
CREATE TABLE dbo.note (id INT NOT NULL, tenant INT NOT NULL);
GO
CREATE SECURITY POLICY dbo.notes ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.note, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.note WITH (STATE = ON);
-- file: migrations/V3__predicate.sql
-- told
ALTER SECURITY POLICY dbo.guard DROP FILTER PREDICATE ON dbo.document;
-- file: migrations/V4__back.sql
ALTER SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.document;
-- file: migrations/V5__off.sql
-- told
ALTER SECURITY POLICY dbo.guard WITH (STATE = OFF);
-- file: migrations/V6__on.sql
ALTER SECURITY POLICY dbo.guard WITH (STATE = ON);
-- file: migrations/V7__replaced.sql
DROP SECURITY POLICY dbo.guard;
GO
CREATE SECURITY POLICY dbo.guard_2 ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.document, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.document WITH (STATE = ON);
-- file: migrations/V8__gone.sql
-- the table goes as well
-- ragsql: allow drop-table the notes moved to another service
DROP SECURITY POLICY dbo.notes;
DROP TABLE dbo.note;
-- file: migrations/V9__drop.sql
-- told
DROP SECURITY POLICY dbo.guard_2;
