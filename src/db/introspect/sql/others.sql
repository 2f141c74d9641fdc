-- Objects that are known by class and name only.
SELECT
    CAST(N'' AS nvarchar(60)) AS class,
    CAST(N'' AS nvarchar(128)) AS schema_name,
    CAST(N'' AS nvarchar(128)) AS name
WHERE 1 = 0
UNION ALL SELECT N'PARTITION FUNCTION', NULL, name FROM sys.partition_functions WHERE is_system = 0 -- if sys.partition_functions
UNION ALL SELECT N'PARTITION SCHEME', NULL, name FROM sys.partition_schemes WHERE is_system = 0 -- if sys.partition_schemes
UNION ALL SELECT N'FULLTEXT CATALOG', NULL, name FROM sys.fulltext_catalogs -- if sys.fulltext_catalogs
UNION ALL SELECT N'FULLTEXT STOPLIST', NULL, name FROM sys.fulltext_stoplists WHERE stoplist_id <> 0 -- if sys.fulltext_stoplists
UNION ALL SELECT N'FULLTEXT INDEX', s.name, o.name FROM sys.fulltext_indexes AS f JOIN sys.objects AS o ON o.object_id = f.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id -- if sys.fulltext_indexes
UNION ALL SELECT N'XML SCHEMA COLLECTION', s.name, x.name FROM sys.xml_schema_collections AS x JOIN sys.schemas AS s ON s.schema_id = x.schema_id WHERE x.xml_collection_id > 65535 -- if sys.xml_schema_collections
UNION ALL SELECT N'ASSEMBLY', NULL, name FROM sys.assemblies WHERE is_user_defined = 1 -- if sys.assemblies
UNION ALL SELECT N'EXTERNAL DATA SOURCE', NULL, name FROM sys.external_data_sources -- if sys.external_data_sources
UNION ALL SELECT N'EXTERNAL FILE FORMAT', NULL, name FROM sys.external_file_formats -- if sys.external_file_formats
UNION ALL SELECT N'COLUMN MASTER KEY', NULL, name FROM sys.column_master_keys -- if sys.column_master_keys
UNION ALL SELECT N'COLUMN ENCRYPTION KEY', NULL, name FROM sys.column_encryption_keys -- if sys.column_encryption_keys
UNION ALL SELECT N'CERTIFICATE', NULL, name FROM sys.certificates WHERE LEFT(name, 2) <> N'##' -- if sys.certificates
UNION ALL SELECT N'ASYMMETRIC KEY', NULL, name FROM sys.asymmetric_keys -- if sys.asymmetric_keys
UNION ALL SELECT CASE WHEN LEFT(name, 2) = N'##' THEN N'MASTER KEY' ELSE N'SYMMETRIC KEY' END, NULL, name FROM sys.symmetric_keys; -- if sys.symmetric_keys
