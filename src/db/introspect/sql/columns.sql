-- The columns of tables, of the shapes of table types, and of views.
SELECT
    CAST(c.object_id AS int) AS object_id,
    CAST(c.column_id AS int) AS column_id,
    CAST(c.name AS nvarchar(128)) AS name,
    CAST(ty.name AS nvarchar(128)) AS type_name,
    CAST(ts.name AS nvarchar(128)) AS type_schema,
    CAST(ty.is_user_defined AS bit) AS is_user_type,
    CAST(c.max_length AS int) AS max_length,
    CAST(c.precision AS int) AS digits,
    CAST(c.scale AS int) AS decimals,
    CAST(c.vector_dimensions AS int) AS dimensions, -- if sys.columns.vector_dimensions
    CAST(c.vector_base_type AS int) AS base_type, -- if sys.columns.vector_base_type
    CAST(xs.name AS nvarchar(128)) AS xml_schema, -- if sys.xml_schema_collections
    CAST(xc.name AS nvarchar(128)) AS xml_collection, -- if sys.xml_schema_collections
    CAST(c.is_xml_document AS bit) AS is_xml_document,
    CAST(c.collation_name AS nvarchar(128)) AS collation,
    CAST(c.is_nullable AS bit) AS is_nullable,
    CAST(c.is_rowguidcol AS bit) AS is_rowguidcol,
    CAST(c.is_sparse AS bit) AS is_sparse,
    CAST(c.is_column_set AS bit) AS is_column_set,
    CAST(c.is_filestream AS bit) AS is_filestream,
    CAST(c.is_hidden AS bit) AS is_hidden, -- if sys.columns.is_hidden
    CAST(c.generated_always_type AS int) AS generated_always_type, -- if sys.columns.generated_always_type
    CAST(c.graph_type AS int) AS graph_type, -- if sys.columns.graph_type
    CAST(mc.masking_function AS nvarchar(4000)) AS masking_function, -- if sys.masked_columns
    CAST(c.encryption_type_desc AS nvarchar(60)) AS encryption_type, -- if sys.columns.encryption_type_desc
    CAST(c.encryption_algorithm_name AS nvarchar(128)) AS encryption_algorithm, -- if sys.columns.encryption_algorithm_name
    CAST(ek.name AS nvarchar(128)) AS encryption_key, -- if sys.column_encryption_keys
    CAST(cc.definition AS nvarchar(max)) AS computed,
    CAST(cc.is_persisted AS bit) AS is_persisted,
    CAST(ic.seed_value AS nvarchar(60)) AS seed,
    CAST(ic.increment_value AS nvarchar(60)) AS increment,
    CAST(ic.is_not_for_replication AS bit) AS not_for_replication,
    CAST(dc.name AS nvarchar(128)) AS default_name,
    CAST(dc.is_system_named AS bit) AS is_default_system_named,
    CAST(dc.definition AS nvarchar(max)) AS default_value
FROM sys.columns AS c
LEFT JOIN sys.types AS ty ON ty.user_type_id = c.user_type_id
LEFT JOIN sys.schemas AS ts ON ts.schema_id = ty.schema_id
LEFT JOIN sys.computed_columns AS cc ON cc.object_id = c.object_id AND cc.column_id = c.column_id
LEFT JOIN sys.identity_columns AS ic ON ic.object_id = c.object_id AND ic.column_id = c.column_id
LEFT JOIN sys.default_constraints AS dc ON dc.object_id = c.default_object_id
LEFT JOIN sys.masked_columns AS mc ON mc.object_id = c.object_id AND mc.column_id = c.column_id -- if sys.masked_columns
LEFT JOIN sys.column_encryption_keys AS ek ON ek.column_encryption_key_id = c.column_encryption_key_id -- if sys.column_encryption_keys
LEFT JOIN sys.xml_schema_collections AS xc ON xc.xml_collection_id = c.xml_collection_id AND c.xml_collection_id <> 0 -- if sys.xml_schema_collections
LEFT JOIN sys.schemas AS xs ON xs.schema_id = xc.schema_id -- if sys.xml_schema_collections
JOIN sys.all_objects AS o ON o.object_id = c.object_id
WHERE (o.type IN ('U', 'V') AND o.is_ms_shipped = 0) OR o.type = 'TT'
ORDER BY c.object_id, c.column_id;
