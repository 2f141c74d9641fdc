-- Row-level security guards the source table alone: a table that carries a vector index takes no policy
-- (Msg 37579, Msg 42244), so for chunks the filter inside the retrieval query is the boundary.
CREATE SCHEMA security;
GO
CREATE FUNCTION security.tenant_predicate (@tenant_id INT)
RETURNS TABLE
WITH SCHEMABINDING
AS
RETURN
    SELECT 1 AS allowed
    WHERE @tenant_id = CAST(SESSION_CONTEXT(N'tenant_id') AS INT);
GO
CREATE SECURITY POLICY security.documents_by_tenant
    ADD FILTER PREDICATE security.tenant_predicate (tenant_id) ON dbo.documents,
    ADD BLOCK PREDICATE security.tenant_predicate (tenant_id) ON dbo.documents AFTER INSERT,
    ADD BLOCK PREDICATE security.tenant_predicate (tenant_id) ON dbo.documents AFTER UPDATE
    WITH (STATE = ON, SCHEMABINDING = ON);
