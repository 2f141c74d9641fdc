-- The predicates that the project puts on its tables are there, in policies that are switched on.
DECLARE @wanted TABLE (policy NVARCHAR(300), guarded NVARCHAR(300), predicate_type INT, operation INT, predicate NVARCHAR(40));
INSERT INTO @wanted
VALUES
    {wanted_predicates};

INSERT INTO @result
SELECT CASE WHEN p.object_id IS NULL OR f.is_enabled = 0 THEN N'failed' ELSE N'passed' END,
       CONCAT(w.predicate, N' of ', w.policy, N' on ', w.guarded,
              CASE WHEN f.object_id IS NULL THEN N': there is no such policy'
                   WHEN p.object_id IS NULL THEN N': the policy has no such predicate'
                   WHEN f.is_enabled = 0 THEN N': the policy is switched off'
                   ELSE N': on' END)
FROM @wanted AS w
LEFT JOIN sys.security_policies AS f ON f.object_id = OBJECT_ID(w.policy)
LEFT JOIN sys.security_predicates AS p
       ON p.object_id = f.object_id AND p.target_object_id = OBJECT_ID(w.guarded)
      AND p.predicate_type = w.predicate_type AND ISNULL(p.operation, 0) = w.operation;
