-- Heaps and indexes that are stored compressed.
SELECT
    CAST(p.object_id AS int) AS object_id,
    CAST(p.index_id AS int) AS index_id,
    CAST(MIN(p.data_compression_desc) AS nvarchar(60)) AS least,
    CAST(MAX(p.data_compression_desc) AS nvarchar(60)) AS most
FROM sys.partitions AS p
WHERE p.data_compression <> 0
GROUP BY p.object_id, p.index_id;
