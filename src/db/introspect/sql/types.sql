-- Types that people made.
SELECT
    CAST(s.name AS nvarchar(128)) AS schema_name,
    CAST(t.name AS nvarchar(128)) AS name,
    CAST(t.user_type_id AS int) AS user_type_id,
    CAST(t.is_table_type AS bit) AS is_table_type,
    CAST(t.is_assembly_type AS bit) AS is_assembly_type,
    CAST(tt.type_table_object_id AS int) AS shape_id,
    CAST(tt.is_memory_optimized AS bit) AS is_memory_optimized, -- if sys.table_types.is_memory_optimized
    CAST(b.name AS nvarchar(128)) AS type_name,
    CAST(t.max_length AS int) AS max_length,
    CAST(t.precision AS int) AS digits,
    CAST(t.scale AS int) AS decimals,
    CAST(t.is_nullable AS bit) AS is_nullable
FROM sys.types AS t
JOIN sys.schemas AS s ON s.schema_id = t.schema_id
LEFT JOIN sys.table_types AS tt ON tt.user_type_id = t.user_type_id
LEFT JOIN sys.types AS b ON b.user_type_id = t.system_type_id
WHERE t.is_user_defined = 1;
