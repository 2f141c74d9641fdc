-- Heaps, indexes and keys.
SELECT
    CAST(i.object_id AS int) AS object_id,
    CAST(i.index_id AS int) AS index_id,
    CAST(i.name AS nvarchar(128)) AS name,
    CAST(i.type AS int) AS type,
    CAST(i.is_unique AS bit) AS is_unique,
    CAST(i.is_primary_key AS bit) AS is_primary_key,
    CAST(i.is_unique_constraint AS bit) AS is_unique_constraint,
    CAST(k.is_system_named AS bit) AS is_system_named,
    CAST(i.is_disabled AS bit) AS is_disabled,
    CAST(i.filter_definition AS nvarchar(max)) AS filter,
    CAST(i.fill_factor AS int) AS fill_factor,
    CAST(i.is_padded AS bit) AS is_padded,
    CAST(i.ignore_dup_key AS bit) AS ignore_dup_key,
    CAST(i.allow_row_locks AS bit) AS allow_row_locks,
    CAST(i.allow_page_locks AS bit) AS allow_page_locks,
    CAST(i.optimize_for_sequential_key AS bit) AS optimize_for_sequential_key, -- if sys.indexes.optimize_for_sequential_key
    CAST(i.compression_delay AS int) AS compression_delay, -- if sys.indexes.compression_delay
    CAST(st.no_recompute AS bit) AS no_recompute,
    CAST(st.is_incremental AS bit) AS is_incremental, -- if sys.stats.is_incremental
    CAST(ds.name AS nvarchar(128)) AS storage,
    CAST(ds.type AS nvarchar(2)) AS storage_type
FROM sys.indexes AS i
JOIN sys.all_objects AS o ON o.object_id = i.object_id
LEFT JOIN sys.key_constraints AS k ON k.parent_object_id = i.object_id AND k.unique_index_id = i.index_id
LEFT JOIN sys.stats AS st ON st.object_id = i.object_id AND st.stats_id = i.index_id
LEFT JOIN sys.data_spaces AS ds ON ds.data_space_id = i.data_space_id AND ds.is_default = 0
WHERE i.is_hypothetical = 0 AND ((o.type IN ('U', 'V') AND o.is_ms_shipped = 0) OR o.type = 'TT')
ORDER BY i.object_id, i.index_id;
