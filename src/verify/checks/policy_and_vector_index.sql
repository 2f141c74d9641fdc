-- Which tables have a security policy, and which a vector index (type 8). Also a policy that is switched off counts.
INSERT INTO @result
SELECT CASE WHEN p.target_object_id IS NOT NULL AND i.object_id IS NOT NULL THEN {both} ELSE N'passed' END,
       CONCAT(s.name, N'.', t.name, N': ',
              CASE WHEN p.target_object_id IS NULL THEN N'no policy' ELSE N'a policy' END, N', ',
              CASE WHEN i.object_id IS NULL THEN N'no vector index' ELSE N'a vector index' END)
FROM sys.tables AS t
JOIN sys.schemas AS s ON s.schema_id = t.schema_id
LEFT JOIN (SELECT target_object_id FROM sys.security_predicates GROUP BY target_object_id) AS p
       ON p.target_object_id = t.object_id
LEFT JOIN (SELECT object_id FROM sys.indexes WHERE type = 8 GROUP BY object_id) AS i
       ON i.object_id = t.object_id
WHERE p.target_object_id IS NOT NULL OR i.object_id IS NOT NULL
ORDER BY s.name, t.name;

IF NOT EXISTS (SELECT 1 FROM @result)
    INSERT INTO @result VALUES (N'passed', N'no table has a policy or a vector index');
