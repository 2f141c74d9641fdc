-- What only hash indexes have.
SELECT
    CAST(h.object_id AS int) AS object_id,
    CAST(h.index_id AS int) AS index_id,
    CAST(h.bucket_count AS bigint) AS bucket_count
FROM sys.hash_indexes AS h; -- if sys.hash_indexes
