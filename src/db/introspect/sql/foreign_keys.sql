-- Foreign keys, a row for each column.
SELECT
    CAST(k.object_id AS int) AS key_id,
    CAST(k.parent_object_id AS int) AS object_id,
    CAST(k.name AS nvarchar(128)) AS name,
    CAST(k.is_system_named AS bit) AS is_system_named,
    CAST(k.is_disabled AS bit) AS is_disabled,
    CAST(k.is_not_trusted AS bit) AS is_not_trusted,
    CAST(k.is_not_for_replication AS bit) AS not_for_replication,
    CAST(k.delete_referential_action_desc AS nvarchar(60)) AS on_delete,
    CAST(k.update_referential_action_desc AS nvarchar(60)) AS on_update,
    CAST(k.referenced_object_id AS int) AS referenced_id,
    CAST(c.parent_column_id AS int) AS column_id,
    CAST(c.referenced_column_id AS int) AS referenced_column_id
FROM sys.foreign_keys AS k
JOIN sys.foreign_key_columns AS c ON c.constraint_object_id = k.object_id
ORDER BY k.parent_object_id, k.object_id, c.constraint_column_id;
