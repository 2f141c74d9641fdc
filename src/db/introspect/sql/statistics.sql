-- Statistics that a person made, a row for each column.
SELECT
    CAST(s.object_id AS int) AS object_id,
    CAST(s.name AS nvarchar(128)) AS name,
    CAST(c.column_id AS int) AS column_id,
    CAST(s.filter_definition AS nvarchar(max)) AS filter,
    CAST(s.no_recompute AS bit) AS no_recompute,
    CAST(s.auto_drop AS bit) AS auto_drop, -- if sys.stats.auto_drop
    CAST(s.is_incremental AS bit) AS is_incremental -- if sys.stats.is_incremental
FROM sys.stats AS s -- if sys.stats_columns
JOIN sys.stats_columns AS c ON c.object_id = s.object_id AND c.stats_id = s.stats_id
WHERE s.user_created = 1
ORDER BY s.object_id, s.stats_id, c.stats_column_id;
