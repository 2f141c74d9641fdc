CREATE TABLE dbo.documents (
    document_id INT NOT NULL IDENTITY(1, 1) CONSTRAINT pk_documents PRIMARY KEY CLUSTERED,
    tenant_id INT NOT NULL,
    title NVARCHAR(400) COLLATE Latin1_General_100_CI_AS_SC NOT NULL,
    body NVARCHAR(MAX) NOT NULL,
    updated_at DATETIME2(3) NOT NULL CONSTRAINT df_documents_updated DEFAULT SYSUTCDATETIME(),
    CONSTRAINT ck_documents_title CHECK (LEN(title) > 0)
);
CREATE TABLE dbo.document_chunks (
    chunk_id INT NOT NULL IDENTITY PRIMARY KEY,
    document_id INT NOT NULL REFERENCES dbo.documents (document_id) ON DELETE CASCADE ON UPDATE NO ACTION,
    source_hash BINARY(32) NOT NULL INDEX ix_hash,
    embed_model SYSNAME NOT NULL,
    embedding VECTOR(1536) NULL,
    half VECTOR(3072, float16) NULL,
    INDEX ix_model NONCLUSTERED (embed_model ASC, embed_dims DESC) INCLUDE (document_id) WHERE embed_model IS NOT NULL WITH (FILLFACTOR = 80) ON [PRIMARY],
    UNIQUE NONCLUSTERED (document_id, chunk_id) WITH (PAD_INDEX = OFF, IGNORE_DUP_KEY = OFF) ON [PRIMARY],
) ON [PRIMARY] TEXTIMAGE_ON [PRIMARY] WITH (DATA_COMPRESSION = PAGE);
GO
CREATE TABLE [hr].[Employee] (
    id uniqueidentifier ROWGUIDCOL NOT NULL DEFAULT NEWSEQUENTIALID(),
    n int DEFAULT NEXT VALUE FOR dbo.numbers NOT NULL,
    total AS (price * amount) PERSISTED NOT NULL,
    label AS CASE WHEN id IS NULL THEN 'none' ELSE name + 'x' END,
    local AS stamp AT TIME ZONE 'UTC',
    ssn varchar(11) MASKED WITH (FUNCTION = 'partial(0,"XXX-XX-",4)') NULL,
    rare int SPARSE NULL,
    everything xml COLUMN_SET FOR ALL_SPARSE_COLUMNS,
    secret nvarchar(60) COLLATE Latin1_General_BIN2 ENCRYPTED WITH (COLUMN_ENCRYPTION_KEY = k, ENCRYPTION_TYPE = DETERMINISTIC, ALGORITHM = 'AEAD_AES_256_CBC_HMAC_SHA_256'),
    doc xml(CONTENT dbo.Docs),
    timestamp,
    kind dbo.Flag,
    valid_from datetime2 GENERATED ALWAYS AS ROW START HIDDEN NOT NULL,
    valid_to datetime2 GENERATED ALWAYS AS ROW END HIDDEN NOT NULL,
    neg int CONSTRAINT df_neg DEFAULT -1 WITH VALUES,
    txt varchar(20) DEFAULT 'a' + 'b' COLLATE Latin1_General_BIN,
    PERIOD FOR SYSTEM_TIME (valid_from, valid_to)
) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = hr.EmployeeHistory, DATA_CONSISTENCY_CHECK = ON), LEDGER = OFF);
GO
CREATE TABLE person (name nvarchar(100)) AS NODE;
CREATE TABLE likes (weight int, CONSTRAINT ec CONNECTION (person TO person) ON DELETE CASCADE) AS EDGE;
CREATE TABLE dbo.m (id int NOT NULL PRIMARY KEY NONCLUSTERED HASH WITH (BUCKET_COUNT = 1024), INDEX h HASH (id) WITH (BUCKET_COUNT = 64)) WITH (MEMORY_OPTIMIZED = ON, DURABILITY = SCHEMA_ONLY);
CREATE TABLE #t (a int, b AS a + 1);
GO
CREATE TABLE odd (a int FANCY (1, 2) SHINY NOT NULL, LIKE other, b bogus(3)) PARTITIONED BY (a) ON ps(a);
GO
CREATE TABLE [dbo].[Exported](
	[Id] [int] IDENTITY(1,1) NOT FOR REPLICATION NOT NULL,
	[embedding] [vector](1536) NOT NULL,
	[other] sys.vector(3),
	[third] Vector ( 1024 ),
	[Geo] [sys].[geography] NULL,
	[Blob] [varbinary](max) FILESTREAM NULL,
 CONSTRAINT [PK_Exported] PRIMARY KEY CLUSTERED 
(
	[Id] ASC
)WITH (STATISTICS_NORECOMPUTE = OFF, IGNORE_DUP_KEY = OFF) ON [PRIMARY],
 CONSTRAINT [FK_Self] FOREIGN KEY ([Id]) REFERENCES [Exported] NOT FOR REPLICATION
) ON [ps]([Id]) TEXTIMAGE_ON [PRIMARY] FILESTREAM_ON fs
CREATE TABLE dbo.likes AS EDGE;
