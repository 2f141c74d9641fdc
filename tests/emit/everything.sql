-- One of everything that a catalog knows.
CREATE USER reader WITHOUT LOGIN WITH DEFAULT_SCHEMA = [app];
CREATE ROLE [auditors] AUTHORIZATION reader;
ALTER ROLE auditors ADD MEMBER reader;
GO
CREATE SCHEMA app AUTHORIZATION reader;
GO
CREATE SCHEMA security;
GO
ALTER DATABASE SCOPED CONFIGURATION SET PREVIEW_FEATURES = ON;
CREATE DATABASE SCOPED CREDENTIAL [https://ai.example.com] WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"x"}';
CREATE EXTERNAL MODEL embed AUTHORIZATION reader WITH (LOCATION = 'https://ai.example.com/embeddings', API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'text-embedding-3-small', CREDENTIAL = [https://ai.example.com]);
CREATE TYPE dbo.phone FROM varchar(20) NOT NULL;
CREATE TYPE dbo.ids AS TABLE (id INTEGER NOT NULL PRIMARY KEY NONCLUSTERED HASH WITH (BUCKET_COUNT = 64), note dbo.phone NULL, INDEX ix (note)) WITH (MEMORY_OPTIMIZED = ON);
CREATE SEQUENCE app.numbers AS bigint START WITH 1 INCREMENT BY 1 NO MAXVALUE CACHE 50;
CREATE SYNONYM dbo.docs FOR app.documents;
CREATE SYNONYM dbo.far FOR [other server].db.dbo.t;
GO
CREATE FUNCTION app.tidy(@text nvarchar(400)) RETURNS nvarchar(400) AS BEGIN RETURN LTRIM(@text) END
GO
CREATE TABLE app.documents (
    [document_id] BIGINT NOT NULL DEFAULT NEXT VALUE FOR app.numbers,
    [order] int SPARSE NULL,
    title nvarchar(400) COLLATE Latin1_General_100_CI_AS_SC_UTF8 NOT NULL CONSTRAINT ck_title CHECK (app.tidy(title) <> N''),
    slug AS LOWER(title) PERSISTED NOT NULL,
    email nvarchar(200) MASKED WITH (FUNCTION = 'email()') NULL,
    valid_from datetime2(7) GENERATED ALWAYS AS ROW START HIDDEN NOT NULL,
    valid_to datetime2(7) GENERATED ALWAYS AS ROW END HIDDEN NOT NULL,
    row_id uniqueidentifier ROWGUIDCOL NOT NULL CONSTRAINT df_row_id DEFAULT NEWSEQUENTIALID(),
    PERIOD FOR SYSTEM_TIME (valid_from, valid_to),
    CONSTRAINT pk_documents PRIMARY KEY CLUSTERED (document_id),
    CONSTRAINT uq_title UNIQUE (title, [order] DESC) WITH (FILLFACTOR = 90)
) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = app.documents_history, HISTORY_RETENTION_PERIOD = 6 MONTHS), DATA_COMPRESSION = PAGE);
CREATE TABLE app.chunks (
    chunk_id int IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    document_id bigint NOT NULL,
    embedding vector(1536) NULL,
    half vector(3, float16) NULL,
    body xml NULL
);
ALTER TABLE app.chunks ADD CONSTRAINT fk_chunks_documents FOREIGN KEY (document_id) REFERENCES app.documents (document_id) ON DELETE CASCADE;
ALTER TABLE app.chunks WITH NOCHECK ADD CONSTRAINT ck_later CHECK (chunk_id > 0);
ALTER TABLE app.chunks ADD CONSTRAINT ck_off CHECK (chunk_id < 1000000);
ALTER TABLE app.chunks NOCHECK CONSTRAINT ck_off;
ALTER TABLE app.chunks SET (LOCK_ESCALATION = DISABLE);
CREATE VECTOR INDEX vi_chunks ON app.chunks (embedding) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
CREATE UNIQUE INDEX ux_chunks ON app.chunks (document_id, chunk_id DESC) INCLUDE (body) WHERE embedding IS NOT NULL WITH (DATA_COMPRESSION = ROW, ONLINE = ON);
CREATE NONCLUSTERED COLUMNSTORE INDEX cs_chunks ON app.chunks (document_id);
CREATE PRIMARY XML INDEX xi_chunks ON app.chunks (body);
ALTER INDEX ux_chunks ON app.chunks DISABLE;
CREATE STATISTICS st_chunks ON app.chunks (document_id, chunk_id);
CREATE STATISTICS st_some ON app.chunks (document_id) WHERE document_id > 9 WITH SAMPLE 50 PERCENT, NORECOMPUTE;
CREATE FULLTEXT CATALOG words;
GO
CREATE FUNCTION security.allowed (@tenant int) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @tenant = 1
GO
CREATE VIEW app.titles WITH SCHEMABINDING AS
SELECT document_id, title -- the title alone
FROM app.documents
GO
CREATE UNIQUE CLUSTERED INDEX cx_titles ON app.titles (document_id);
GO
CREATE OR ALTER PROCEDURE app.find @title nvarchar(400) = N'' AS
SELECT document_id FROM app.titles WHERE title = @title
GO
SET QUOTED_IDENTIFIER OFF
GO
CREATE TRIGGER app.log_chunks ON app.chunks AFTER INSERT AS PRINT "added"
GO
SET QUOTED_IDENTIFIER ON
GO
DISABLE TRIGGER app.log_chunks ON app.chunks;
CREATE SECURITY POLICY security.by_tenant ADD FILTER PREDICATE security.allowed([order]) ON app.documents, ADD BLOCK PREDICATE security.allowed([order]) ON app.documents AFTER INSERT WITH (STATE = ON);
GRANT SELECT, INSERT ON app.documents TO reader;
GRANT SELECT (title) ON app.documents TO auditors WITH GRANT OPTION;
DENY DELETE ON SCHEMA::app TO auditors;
GRANT EXECUTE ON EXTERNAL MODEL::embed TO reader;
GRANT VIEW DATABASE STATE TO auditors;
EXEC sp_rename 'app.find', 'search';
EXEC sp_rename 'app.chunks', 'pieces';
