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
-- file: migrations/V2__more.sql
-- told
CREATE TABLE dbo.note (id INT NOT NULL CONSTRAINT pk_note PRIMARY KEY, [Tenant] INT NOT NULL);
CREATE TABLE dbo.tenant (tenant INT NOT NULL CONSTRAINT pk_tenant PRIMARY KEY, name NVARCHAR(100) NOT NULL);
CREATE TABLE dbo.chunk (id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY, tenant INT NOT NULL, embedding VECTOR(4) NULL);
CREATE TABLE dbo.language (code CHAR(2) NOT NULL CONSTRAINT pk_language PRIMARY KEY);
CREATE TABLE dbo.gone (id INT NOT NULL, tenant INT NOT NULL);
DROP TABLE dbo.gone;
-- file: migrations/V3__later.sql
CREATE TABLE dbo.late (id INT NOT NULL CONSTRAINT pk_late PRIMARY KEY, tenant INT NOT NULL);
-- file: migrations/V4__later.sql
ALTER SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.is_mine(tenant) ON dbo.late, ADD BLOCK PREDICATE dbo.is_mine(tenant) ON dbo.late;
