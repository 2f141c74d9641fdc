-- file: migrations/V1__objects.sql
CREATE SCHEMA stage;
GO
CREATE SCHEMA rag AUTHORIZATION dbo;
GO
CREATE TABLE stage.Chunks (id int NOT NULL CONSTRAINT pk_chunks PRIMARY KEY, tenant int NOT NULL, body nvarchar(max) NULL);
CREATE TABLE [stage].[Note] (id int NOT NULL, chunk int NOT NULL CONSTRAINT fk_note REFERENCES stage.chunks (ID));
CREATE STATISTICS st_tenant ON stage.CHUNKS (tenant);
GRANT SELECT ON stage.Chunks TO reader;
CREATE SYNONYM dbo.find FOR stage.Chunks;
GO
CREATE TRIGGER stage.tr ON stage.Chunks AFTER INSERT AS RETURN;
GO
CREATE FUNCTION stage.see (@t int) RETURNS TABLE AS RETURN SELECT 1 AS ok;
GO
CREATE SECURITY POLICY stage.pol ADD FILTER PREDICATE stage.see(tenant) ON stage.Chunks WITH (STATE = ON, SCHEMABINDING = OFF);
-- file: migrations/V2__column.sql
EXEC sp_rename 'stage.Chunks.tenant', 'tenant_id', 'COLUMN';
EXEC sp_rename N'stage.Chunks.id', N'chunk_id', N'COLUMN';
-- file: migrations/V3__table.sql
EXEC sp_rename 'stage.Chunks', 'Chunk';
EXEC sp_rename 'stage.pk_chunks', 'pk_chunk', 'OBJECT';
EXEC sp_rename 'stage.see', 'sees';
-- file: migrations/V4__transfer.sql
ALTER SCHEMA rag TRANSFER OBJECT::stage.Chunk;
GRANT UPDATE ON rag.Chunk TO writer;
-- file: migrations/V5__again.sql
DISABLE TRIGGER ALL ON rag.Chunk;
CREATE INDEX ix_tenant ON rag.Chunk (tenant_id);
EXEC sp_rename 'rag.Chunk.ix_tenant', 'ix_chunk_tenant', 'INDEX';
DROP SYNONYM find;
