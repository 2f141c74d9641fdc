-- Schemas and who owns them. Ids up to 4 are the system's, and those from 16384 on are of the fixed roles.
SELECT
    CAST(s.schema_id AS int) AS schema_id,
    CAST(s.name AS nvarchar(128)) AS name,
    CAST(p.name AS nvarchar(128)) AS owner,
    CAST(CASE WHEN s.schema_id BETWEEN 5 AND 16383 OR s.schema_id > 16400 THEN 0 ELSE 1 END AS bit) AS is_system
FROM sys.schemas AS s
LEFT JOIN sys.database_principals AS p ON p.principal_id = s.principal_id;
