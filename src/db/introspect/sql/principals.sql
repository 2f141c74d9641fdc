-- Users and roles. Ids up to 4 and fixed roles are the system's.
SELECT
    CAST(p.principal_id AS int) AS principal_id,
    CAST(p.name AS nvarchar(128)) AS name,
    CAST(p.type AS nvarchar(2)) AS type,
    CAST(p.authentication_type AS int) AS authentication,
    CAST(SUSER_SNAME(p.sid) AS nvarchar(128)) AS login,
    CAST(p.default_schema_name AS nvarchar(128)) AS default_schema,
    CAST(o.name AS nvarchar(128)) AS owner,
    CAST(CASE WHEN p.principal_id <= 4 OR p.is_fixed_role = 1 THEN 1 ELSE 0 END AS bit) AS is_system
FROM sys.database_principals AS p
LEFT JOIN sys.database_principals AS o ON o.principal_id = p.owning_principal_id;
