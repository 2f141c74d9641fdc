-- The columns of indexes and keys.
SELECT
    CAST(ic.object_id AS int) AS object_id,
    CAST(ic.index_id AS int) AS index_id,
    CAST(ic.column_id AS int) AS column_id,
    CAST(ic.key_ordinal AS int) AS key_ordinal,
    CAST(ic.partition_ordinal AS int) AS partition_ordinal,
    CAST(ic.is_descending_key AS bit) AS is_descending,
    CAST(ic.is_included_column AS bit) AS is_included,
    CAST(ic.column_store_order_ordinal AS int) AS store_ordinal -- if sys.index_columns.column_store_order_ordinal
FROM sys.index_columns AS ic
JOIN sys.all_objects AS o ON o.object_id = ic.object_id
WHERE (o.type IN ('U', 'V') AND o.is_ms_shipped = 0) OR o.type = 'TT'
ORDER BY ic.object_id, ic.index_id, ic.key_ordinal, ic.index_column_id;
