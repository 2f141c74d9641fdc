-- Check constraints of tables and of the shapes of table types.
SELECT
    CAST(k.parent_object_id AS int) AS object_id,
    CAST(k.name AS nvarchar(128)) AS name,
    CAST(k.is_system_named AS bit) AS is_system_named,
    CAST(k.definition AS nvarchar(max)) AS condition,
    CAST(k.is_disabled AS bit) AS is_disabled,
    CAST(k.is_not_trusted AS bit) AS is_not_trusted,
    CAST(k.is_not_for_replication AS bit) AS not_for_replication
FROM sys.check_constraints AS k
ORDER BY k.parent_object_id, k.object_id;
