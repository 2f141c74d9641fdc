-- also: copy-of-guarded-table
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
CREATE TABLE dbo.archive (id INT NOT NULL, title NVARCHAR(400) NOT NULL);
-- file: migrations/V2__rows.sql
-- told
UPDATE dbo.document SET title = TRIM(title) WHERE title LIKE N' %';
-- told
DELETE d FROM dbo.document AS d JOIN dbo.archive AS a ON a.id = d.id;
-- told
INSERT INTO dbo.document (id, tenant, title) VALUES (1, 1, N'a');
-- told
INSERT INTO dbo.archive (id, title) SELECT id, title FROM dbo.document;
INSERT INTO dbo.archive (id, title) VALUES (1, N'a');
SELECT COUNT(*) FROM dbo.document;
-- file: migrations/V3__tenant.sql
EXEC sp_set_session_context N'tenant', 1;
UPDATE dbo.document SET title = TRIM(title) WHERE title LIKE N' %';
-- file: migrations/V4__off.sql
ALTER SECURITY POLICY dbo.guard WITH (STATE = OFF);
UPDATE dbo.document SET title = TRIM(title) WHERE title LIKE N' %';
ALTER SECURITY POLICY dbo.guard WITH (STATE = ON);
-- file: migrations/V5__none.sql
-- the shape of the table and none of its rows
SELECT TOP (0) id, title INTO dbo.shape FROM dbo.document;
INSERT INTO dbo.archive (id, title) SELECT id, title FROM dbo.document WHERE 1 = 0;
-- told
SELECT TOP (10) id, title INTO dbo.sample FROM dbo.document;
