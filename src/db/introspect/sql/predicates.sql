-- The predicates of security policies.
SELECT
    CAST(q.object_id AS int) AS object_id,
    CAST(q.target_object_id AS int) AS target_id,
    CAST(q.predicate_definition AS nvarchar(max)) AS definition,
    CAST(q.predicate_type AS int) AS kind,
    CAST(q.operation AS int) AS operation
FROM sys.security_predicates AS q -- if sys.security_predicates
ORDER BY q.object_id, q.security_predicate_id;
