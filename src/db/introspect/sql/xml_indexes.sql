-- What only XML indexes have.
SELECT
    CAST(x.object_id AS int) AS object_id,
    CAST(x.index_id AS int) AS index_id,
    CAST(x.xml_index_type_description AS nvarchar(60)) AS kind, -- if sys.xml_indexes.xml_index_type_description
    CAST(p.name AS nvarchar(128)) AS using_index,
    CAST(x.secondary_type_desc AS nvarchar(60)) AS secondary_type
FROM sys.xml_indexes AS x -- if sys.xml_indexes
LEFT JOIN sys.indexes AS p ON p.object_id = x.object_id AND p.index_id = x.using_xml_index_id;
