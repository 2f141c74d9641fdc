-- Objects that people made, without constraints.
SELECT
    CAST(o.object_id AS int) AS object_id,
    CAST(s.name AS nvarchar(128)) AS schema_name,
    CAST(o.name AS nvarchar(128)) AS name,
    CAST(o.type AS nvarchar(2)) AS type,
    CAST(o.parent_object_id AS int) AS parent_id
FROM sys.objects AS o
JOIN sys.schemas AS s ON s.schema_id = o.schema_id
WHERE o.is_ms_shipped = 0 AND o.type NOT IN ('C', 'D', 'F', 'PK', 'UQ', 'TT');
