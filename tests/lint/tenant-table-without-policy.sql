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
-- file: migrations/V5__named.sql
-- told by its name alone
-- told
CREATE TABLE dbo.bill (id INT NOT NULL CONSTRAINT pk_bill PRIMARY KEY, tenant_id INT NOT NULL);
-- what a policy's function reads
CREATE TABLE dbo.access (tenant INT NOT NULL, member NVARCHAR(128) NOT NULL, CONSTRAINT pk_access PRIMARY KEY (tenant, member));
CREATE TABLE dbo.secret (id INT NOT NULL CONSTRAINT pk_secret PRIMARY KEY, tenant INT NOT NULL);
GO
CREATE FUNCTION dbo.has_access (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS yes FROM dbo.access AS a WHERE a.tenant = @tenant AND a.member = USER_NAME();
GO
CREATE SECURITY POLICY dbo.members
    ADD FILTER PREDICATE dbo.has_access(tenant) ON dbo.secret, ADD BLOCK PREDICATE dbo.has_access(tenant) ON dbo.secret
    WITH (STATE = ON);
