-- Who is in which role.
SELECT
    CAST(m.role_principal_id AS int) AS role_id,
    CAST(m.member_principal_id AS int) AS member_id
FROM sys.database_role_members AS m;
