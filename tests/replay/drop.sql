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
-- file: migrations/V2__drop.sql
DROP TABLE IF EXISTS dbo.nothing, stage.Note;
DROP TABLE stage.Chunks;
CREATE TABLE stage.Chunks (id int NOT NULL CONSTRAINT pk_chunks PRIMARY KEY);
DROP SCHEMA stage;
