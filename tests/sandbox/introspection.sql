-- The queries that tools ask.
CREATE SCHEMA rag;
GO
CREATE TABLE dbo.doc (id INT NOT NULL IDENTITY (1, 1) CONSTRAINT pk_doc PRIMARY KEY, tenant_id INT NOT NULL,
    title NVARCHAR(400) NOT NULL, made DATETIME2(3) NOT NULL CONSTRAINT df_doc_made DEFAULT SYSUTCDATETIME());
CREATE TABLE rag.chunk (id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY,
    doc_id INT NOT NULL CONSTRAINT fk_chunk_doc FOREIGN KEY REFERENCES dbo.doc (id), v VECTOR(3) NULL,
    label AS (CONCAT(N'chunk ', id)), size DECIMAL(9, 2) NULL);
CREATE INDEX ix_chunk_doc ON rag.chunk (doc_id DESC) INCLUDE (size) WHERE size IS NOT NULL;
GO
SELECT SERVERPROPERTY('EngineEdition') AS engine_edition, SERVERPROPERTY('ProductVersion') AS product_version,
       d.compatibility_level, d.collation_name, d.is_read_committed_snapshot_on
FROM sys.databases AS d WHERE d.database_id = DB_ID();
SELECT OBJECT_NAME(object_id) AS view_name, name FROM sys.all_columns
WHERE object_id IN (OBJECT_ID(N'sys.vector_indexes'), OBJECT_ID(N'sys.dm_db_vector_indexes')) AND name LIKE N'%e_p%';
SELECT name, value FROM sys.database_scoped_configurations WHERE name = N'MAXDOP';
GO
SELECT s.name AS sch, t.name AS tbl, c.column_id, c.name, ty.name AS type_name, c.user_type_id, c.max_length, c.precision, c.scale,
       c.collation_name, c.is_nullable, c.is_identity, c.is_computed, c.is_sparse, c.is_hidden, c.is_masked, c.generated_always_type,
       c.encryption_type, c.vector_dimensions, c.vector_base_type, c.vector_base_type_desc,
       ic.seed_value, ic.increment_value, cc.definition AS computed_as, cc.is_persisted, dc.name AS default_name, dc.definition AS default_as
FROM sys.tables t JOIN sys.schemas s ON s.schema_id = t.schema_id
JOIN sys.columns c ON c.object_id = t.object_id JOIN sys.types ty ON ty.user_type_id = c.user_type_id
LEFT JOIN sys.identity_columns ic ON ic.object_id = c.object_id AND ic.column_id = c.column_id
LEFT JOIN sys.computed_columns cc ON cc.object_id = c.object_id AND cc.column_id = c.column_id
LEFT JOIN sys.default_constraints dc ON dc.object_id = c.default_object_id
WHERE t.is_ms_shipped = 0 ORDER BY s.name, t.name, c.column_id;
GO
SELECT i.index_id, i.name, i.type, i.type_desc, i.is_unique, i.is_primary_key, i.is_unique_constraint, i.has_filter,
       i.filter_definition, i.is_disabled, ic.column_id, ic.key_ordinal, ic.is_descending_key, ic.is_included_column, ic.partition_ordinal
FROM sys.indexes i LEFT JOIN sys.index_columns ic ON ic.object_id = i.object_id AND ic.index_id = i.index_id
WHERE i.type <> 8 AND OBJECTPROPERTY(i.object_id, 'IsUserTable') = 1 ORDER BY i.object_id, i.index_id, ic.index_column_id;
GO
SELECT OBJECT_SCHEMA_NAME(v.object_id) AS sch, OBJECT_NAME(v.object_id) AS tbl, i.name, c.name AS column_name,
       v.vector_index_type, LOWER(v.distance_metric) AS metric, v.build_parameters, JSON_VALUE(v.build_parameters, '$.Version') AS format
FROM sys.vector_indexes v
JOIN sys.indexes i ON i.object_id = v.object_id AND i.index_id = v.index_id
JOIN sys.index_columns ic ON ic.object_id = i.object_id AND ic.index_id = i.index_id
JOIN sys.columns c ON c.object_id = ic.object_id AND c.column_id = ic.column_id;
SELECT SCHEMA_NAME(p.schema_id) AS sch, p.name, p.is_enabled, p.is_not_for_replication, q.security_predicate_id,
       q.predicate_type_desc, q.operation_desc, q.predicate_definition,
       OBJECT_SCHEMA_NAME(q.target_object_id) AS target_sch, OBJECT_NAME(q.target_object_id) AS target
FROM sys.security_policies p LEFT JOIN sys.security_predicates q ON q.object_id = p.object_id;
SELECT OBJECT_SCHEMA_NAME(m.object_id) AS sch, OBJECT_NAME(m.object_id) AS obj, o.type, m.definition, m.uses_ansi_nulls,
       m.uses_quoted_identifier, m.is_schema_bound, m.execute_as_principal_id
FROM sys.sql_modules m JOIN sys.objects o ON o.object_id = m.object_id WHERE o.is_ms_shipped = 0;
SELECT m.name, m.location, m.api_format, m.model_type_desc, m.model, CAST(m.parameters AS nvarchar(max)) AS parameters,
       c.name AS credential_name, c.credential_identity,
       CASE WHEN c.name IS NULL OR LEFT(m.location, LEN(c.name)) = c.name THEN 0 ELSE 1 END AS fails_31630
FROM sys.external_models m LEFT JOIN sys.database_scoped_credentials c ON c.credential_id = m.credential_id;
SELECT class_desc, permission_name, state_desc, USER_NAME(grantee_principal_id) AS grantee, major_id FROM sys.database_permissions
WHERE class_desc = 'EXTERNAL_MODEL' OR permission_name IN ('CREATE EXTERNAL MODEL','ALTER ANY EXTERNAL MODEL',
      'EXECUTE ANY EXTERNAL ENDPOINT','ALTER ANY SECURITY POLICY');
GO
SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES ORDER BY TABLE_NAME;
SELECT COLUMN_NAME, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH, NUMERIC_PRECISION, NUMERIC_SCALE, DATETIME_PRECISION, IS_NULLABLE
FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = N'doc' ORDER BY ORDINAL_POSITION;
SELECT TYPE_ID(N'int') AS of_system, TYPE_ID(N'sys.int') AS named, TYPE_ID(N'dbo.int') AS of_schema;
SELECT OBJECT_ID(N'dbo.nothing') AS nothing, COL_LENGTH(N'dbo.doc', N'title') AS title_bytes, COL_LENGTH(N'dbo.doc', N'x') AS no_column,
       SCHEMA_ID(N'rag') AS rag, TYPE_NAME(255) AS vector, DB_NAME() AS db, USER_NAME() AS me, IS_MEMBER(N'db_owner') AS owner;
IF OBJECT_ID(N'rag.chunk', N'U') IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sys.columns WHERE object_id = OBJECT_ID(N'rag.chunk') AND name = N'extra')
    ALTER TABLE rag.chunk ADD extra INT NULL;
SELECT COUNT(*) AS extra FROM sys.columns WHERE object_id = OBJECT_ID(N'rag.chunk') AND name = N'extra';
GO
INSERT INTO dbo.doc (tenant_id, title) VALUES (1, N'x');
SELECT SUM(row_count) AS rows FROM sys.dm_db_partition_stats WHERE object_id = OBJECT_ID(N'dbo.doc') AND index_id IN (0, 1);
SELECT IDENT_CURRENT(N'dbo.doc') AS current_id, CAST(last_value AS INT) AS last_value FROM sys.identity_columns;
