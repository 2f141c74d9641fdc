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
CREATE TABLE dbo.note (id INT NOT NULL, tenant INT NOT NULL);
CREATE TABLE dbo.tag (id INT NOT NULL, tenant INT NOT NULL);
CREATE TABLE dbo.mark (id INT NOT NULL, tenant INT NOT NULL);
GO
-- told
CREATE SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.document,
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.note,
    ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.note
    WITH (STATE = ON);
-- file: migrations/V2__tag.sql
-- told
ALTER SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.tag,
    ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.tag AFTER INSERT;
-- file: migrations/V3__mark.sql
ALTER SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.mark;
GO
-- the same file adds what was missing
ALTER SECURITY POLICY dbo.guard
    ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.mark AFTER INSERT,
    ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.mark AFTER UPDATE;
-- file: migrations/V4__versioned.sql
CREATE TABLE dbo.card (
    id INT NOT NULL CONSTRAINT pk_card PRIMARY KEY,
    tenant INT NOT NULL,
    valid_from DATETIME2 GENERATED ALWAYS AS ROW START NOT NULL,
    valid_to DATETIME2 GENERATED ALWAYS AS ROW END NOT NULL,
    PERIOD FOR SYSTEM_TIME (valid_from, valid_to)
) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.card_history));
GO
-- nobody writes to a history table
ALTER SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.card,
    ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.card,
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.card_history;
-- file: migrations/V5__lost.sql
CREATE TABLE dbo.page (id INT NOT NULL, tenant INT NOT NULL);
GO
ALTER SECURITY POLICY dbo.guard
    ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.page, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.page;
-- file: migrations/V6__lost.sql
-- the filter stays, and nothing blocks any more
-- told
ALTER SECURITY POLICY dbo.guard DROP BLOCK PREDICATE ON dbo.page;
-- file: migrations/V7__late.sql
CREATE TABLE dbo.line (id INT NOT NULL, tenant INT NOT NULL);
GO
ALTER SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.line;
-- file: migrations/V8__late.sql
-- a later file adds what was missing
ALTER SECURITY POLICY dbo.guard ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.line;
