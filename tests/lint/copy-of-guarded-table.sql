-- also: tenant-table-without-policy
-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY, tenant_id INT NOT NULL, body NVARCHAR(MAX) NOT NULL);
GO
CREATE SCHEMA rag;
GO
CREATE FUNCTION rag.see (@tenant_id INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS ok WHERE @tenant_id = CAST(SESSION_CONTEXT(N'tenant_id') AS INT);
GO
CREATE SECURITY POLICY rag.tenants
    ADD FILTER PREDICATE rag.see(tenant_id) ON dbo.document,
    ADD BLOCK PREDICATE rag.see(tenant_id) ON dbo.document AFTER INSERT,
    ADD BLOCK PREDICATE rag.see(tenant_id) ON dbo.document AFTER UPDATE
    WITH (STATE = ON);
GO
CREATE TABLE dbo.open_chunks (id INT NOT NULL IDENTITY CONSTRAINT pk_open PRIMARY KEY, body NVARCHAR(MAX) NOT NULL);
CREATE TABLE dbo.own_chunks (id INT NOT NULL IDENTITY CONSTRAINT pk_own PRIMARY KEY, tenant_id INT NOT NULL, body NVARCHAR(MAX) NOT NULL);
CREATE TABLE dbo.guarded_chunks (id INT NOT NULL IDENTITY CONSTRAINT pk_guarded PRIMARY KEY, tenant INT NOT NULL, body NVARCHAR(MAX) NOT NULL);
CREATE TABLE dbo.plain (id INT NOT NULL CONSTRAINT pk_plain PRIMARY KEY, body NVARCHAR(MAX) NOT NULL);
CREATE TABLE dbo.archive (id INT NOT NULL CONSTRAINT pk_archive PRIMARY KEY, body NVARCHAR(MAX) NOT NULL);
GO
ALTER SECURITY POLICY rag.tenants
    ADD FILTER PREDICATE rag.see(tenant) ON dbo.guarded_chunks,
    ADD BLOCK PREDICATE rag.see(tenant) ON dbo.guarded_chunks AFTER INSERT,
    ADD BLOCK PREDICATE rag.see(tenant) ON dbo.guarded_chunks AFTER UPDATE;
GO
-- told
CREATE PROCEDURE rag.cut @id INT AS
BEGIN
    INSERT dbo.open_chunks (body) SELECT d.body FROM dbo.document AS d WHERE d.id = @id;
    INSERT dbo.own_chunks (tenant_id, body) SELECT tenant_id, body FROM dbo.document WHERE id = @id;
    INSERT dbo.guarded_chunks (tenant, body) SELECT tenant_id, body FROM dbo.document WHERE id = @id;
    INSERT dbo.plain (id, body) SELECT id, body FROM dbo.archive;
END
-- file: migrations/V2__copy.sql
EXEC sp_set_session_context N'tenant_id', 1;
-- told
INSERT dbo.archive (id, body) SELECT id, body FROM dbo.document;
-- file: migrations/V3__while_it_is_off.sql
CREATE TABLE dbo.backlog (id INT NOT NULL CONSTRAINT pk_backlog PRIMARY KEY, body NVARCHAR(MAX) NOT NULL);
GO
ALTER SECURITY POLICY rag.tenants WITH (STATE = OFF);
-- told
INSERT dbo.backlog (id, body) SELECT id, body FROM dbo.document;
ALTER SECURITY POLICY rag.tenants WITH (STATE = ON);
-- file: migrations/V4__into.sql
ALTER SECURITY POLICY rag.tenants WITH (STATE = OFF);
-- told
SELECT id, body INTO dbo.stray FROM dbo.document;
SELECT * INTO dbo.whole FROM dbo.document;
SELECT d.tenant_id, d.body INTO dbo.with_tenant FROM dbo.document AS d;
ALTER SECURITY POLICY rag.tenants WITH (STATE = ON);
