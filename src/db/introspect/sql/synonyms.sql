-- Synonyms.
SELECT
    CAST(s.object_id AS int) AS object_id,
    CAST(s.base_object_name AS nvarchar(1035)) AS base
FROM sys.synonyms AS s;
