-- What only spatial indexes have.
SELECT
    CAST(g.object_id AS int) AS object_id,
    CAST(g.index_id AS int) AS index_id,
    CAST(g.tessellation_scheme AS nvarchar(128)) AS tessellation
FROM sys.spatial_indexes AS g; -- if sys.spatial_indexes
