-- What the engine's own views are made of. Asked first, since engines and their versions differ.
SELECT
    CAST(o.name AS nvarchar(128)) AS view_name,
    CAST(c.name AS nvarchar(128)) AS column_name
FROM sys.all_columns AS c
JOIN sys.all_objects AS o ON o.object_id = c.object_id
JOIN sys.schemas AS s ON s.schema_id = o.schema_id
WHERE s.name = N'sys' AND o.name IN (/*views*/);
