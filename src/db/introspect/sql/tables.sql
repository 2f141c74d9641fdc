-- What tables are beside their columns.
SELECT
    CAST(t.object_id AS int) AS object_id,
    CAST(t.temporal_type AS int) AS temporal_type, -- if sys.tables.temporal_type
    CAST(t.history_table_id AS int) AS history_table_id, -- if sys.tables.history_table_id
    CAST(t.history_retention_period AS int) AS retention, -- if sys.tables.history_retention_period
    CAST(t.history_retention_period_unit_desc AS nvarchar(60)) AS retention_unit, -- if sys.tables.history_retention_period_unit_desc
    CAST(t.is_node AS bit) AS is_node, -- if sys.tables.is_node
    CAST(t.is_edge AS bit) AS is_edge, -- if sys.tables.is_edge
    CAST(t.is_memory_optimized AS bit) AS is_memory_optimized, -- if sys.tables.is_memory_optimized
    CAST(t.durability_desc AS nvarchar(60)) AS durability, -- if sys.tables.durability_desc
    CAST(t.lock_escalation_desc AS nvarchar(60)) AS lock_escalation, -- if sys.tables.lock_escalation_desc
    CAST(t.ledger_type AS int) AS ledger_type, -- if sys.tables.ledger_type
    CAST(ct.object_id AS int) AS tracked_id, -- if sys.change_tracking_tables
    CAST(lob.name AS nvarchar(128)) AS lob_storage
FROM sys.tables AS t
LEFT JOIN sys.change_tracking_tables AS ct ON ct.object_id = t.object_id -- if sys.change_tracking_tables
LEFT JOIN sys.data_spaces AS lob ON lob.data_space_id = t.lob_data_space_id AND lob.is_default = 0
WHERE t.is_ms_shipped = 0;
