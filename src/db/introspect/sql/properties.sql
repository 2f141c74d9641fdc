-- Extended properties, with the names of what they are on where no other query has them.
SELECT
    CAST(p.class AS int) AS class,
    CAST(p.major_id AS int) AS major_id,
    CAST(p.name AS nvarchar(128)) AS name,
    CAST(p.value AS nvarchar(4000)) AS value,
    CAST(o.type AS nvarchar(2)) AS type,
    CAST(o.name AS nvarchar(128)) AS object_name,
    CAST(o.parent_object_id AS int) AS parent_id,
    CAST(c.name AS nvarchar(128)) AS column_name,
    CAST(i.name AS nvarchar(128)) AS index_name,
    CAST(a.name AS nvarchar(128)) AS parameter_name
FROM sys.extended_properties AS p -- if sys.extended_properties
LEFT JOIN sys.objects AS o ON p.class IN (1, 2, 7) AND o.object_id = p.major_id
LEFT JOIN sys.columns AS c ON p.class = 1 AND c.object_id = p.major_id AND c.column_id = p.minor_id
LEFT JOIN sys.indexes AS i ON p.class = 7 AND i.object_id = p.major_id AND i.index_id = p.minor_id
LEFT JOIN sys.parameters AS a ON p.class = 2 AND a.object_id = p.major_id AND a.parameter_id = p.minor_id;
