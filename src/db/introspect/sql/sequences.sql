-- Sequences. Their numbers are sql_variant, which is cast on the server.
SELECT
    CAST(q.object_id AS int) AS object_id,
    CAST(ty.name AS nvarchar(128)) AS type_name,
    CAST(ts.name AS nvarchar(128)) AS type_schema,
    CAST(ty.is_user_defined AS bit) AS is_user_type,
    CAST(ty.max_length AS int) AS max_length,
    CAST(q.precision AS int) AS digits,
    CAST(q.scale AS int) AS decimals,
    CAST(q.start_value AS nvarchar(60)) AS start_value,
    CAST(q.increment AS nvarchar(60)) AS step,
    CAST(q.minimum_value AS nvarchar(60)) AS minimum,
    CAST(q.maximum_value AS nvarchar(60)) AS maximum,
    CAST(q.is_cycling AS bit) AS is_cycling,
    CAST(q.is_cached AS bit) AS is_cached,
    CAST(q.cache_size AS int) AS cache_size
FROM sys.sequences AS q
LEFT JOIN sys.types AS ty ON ty.user_type_id = q.user_type_id
LEFT JOIN sys.schemas AS ts ON ts.schema_id = ty.schema_id;
