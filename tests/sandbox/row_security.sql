-- Row-level security: what is hidden, what is blocked, for everybody, dbo too.
CREATE TABLE dbo.note (id INT NOT NULL PRIMARY KEY, tenant_id INT NOT NULL, body NVARCHAR(50) NOT NULL);
INSERT INTO dbo.note VALUES (1, 1, N'one'), (2, 2, N'two'), (3, 1, N'three');
GO
CREATE SCHEMA security;
GO
CREATE FUNCTION security.allowed (@tenant_id INT) RETURNS TABLE WITH SCHEMABINDING AS
RETURN SELECT 1 AS ok WHERE @tenant_id = CAST(SESSION_CONTEXT(N'tenant') AS INT);
GO
CREATE SECURITY POLICY security.notes
    ADD FILTER PREDICATE security.allowed (tenant_id) ON dbo.note,
    ADD BLOCK PREDICATE security.allowed (tenant_id) ON dbo.note AFTER INSERT,
    ADD BLOCK PREDICATE security.allowed (tenant_id) ON dbo.note AFTER UPDATE
    WITH (STATE = ON);
GO
SELECT COUNT(*) AS without_tenant FROM dbo.note;
EXEC sp_set_session_context N'tenant', 1;
SELECT id FROM dbo.note ORDER BY id;
UPDATE dbo.note SET body = N'changed';
DELETE FROM dbo.note WHERE id = 2;
INSERT INTO dbo.note VALUES (4, 1, N'four');
INSERT INTO dbo.note VALUES (5, 2, N'not mine');
UPDATE dbo.note SET tenant_id = 2 WHERE id = 1;
INSERT INTO dbo.note VALUES (2, 1, N'known to be taken');
GO
ALTER SECURITY POLICY security.notes WITH (STATE = OFF);
SELECT id, tenant_id, body FROM dbo.note ORDER BY id;
ALTER SECURITY POLICY security.notes WITH (STATE = ON);
SELECT COUNT(*) AS mine FROM dbo.note;
GO
DROP FUNCTION security.allowed;
GO
ALTER TABLE dbo.note DROP COLUMN tenant_id;
GO
DROP SECURITY POLICY security.notes;
DROP FUNCTION security.allowed;
SELECT COUNT(*) AS everything FROM dbo.note;
GO
EXEC sp_set_session_context N'fixed', N'x', @read_only = 1;
EXEC sp_set_session_context N'fixed', N'y';
SELECT SESSION_CONTEXT(N'FIXED') AS fixed, SESSION_CONTEXT(N'nothing') AS nothing;
GO
-- session b has a context of its own
SELECT SESSION_CONTEXT(N'fixed') AS fixed;
