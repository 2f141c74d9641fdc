-- What only vector indexes have. A failed build leaves a row without an index, which nothing joins.
SELECT
    CAST(v.object_id AS int) AS object_id,
    CAST(v.index_id AS int) AS index_id,
    CAST(v.vector_index_type AS nvarchar(60)) AS index_type,
    CAST(v.distance_metric AS nvarchar(60)) AS metric
FROM sys.vector_indexes AS v; -- if sys.vector_indexes
