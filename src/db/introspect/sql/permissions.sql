-- Permissions. Negative ids are views of the system, which everybody may read.
SELECT
    CAST(p.class AS int) AS class,
    CAST(p.class_desc AS nvarchar(60)) AS class_name,
    CAST(p.major_id AS int) AS major_id,
    CAST(p.minor_id AS int) AS minor_id,
    CAST(p.grantee_principal_id AS int) AS grantee_id,
    CAST(p.permission_name AS nvarchar(128)) AS permission,
    CAST(p.state AS nvarchar(1)) AS state
FROM sys.database_permissions AS p
WHERE p.major_id >= 0
ORDER BY p.class, p.major_id, p.grantee_principal_id, p.minor_id;
