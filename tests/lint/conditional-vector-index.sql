-- file: migrations/V1__chunks.sql
CREATE TABLE dbo.chunks (
    id INT NOT NULL CONSTRAINT pk_chunks PRIMARY KEY CLUSTERED,
    tenant_id INT NOT NULL,
    embedding VECTOR(768) NULL
);
ALTER TABLE dbo.chunks ADD second VECTOR(8) NULL, third VECTOR(8) NULL, fourth VECTOR(8) NULL, fifth VECTOR(8) NULL, sixth VECTOR(8) NULL;
-- file: post-load/V1__count.sql
IF (SELECT COUNT(*) FROM dbo.chunks WHERE embedding IS NOT NULL) >= 1000
BEGIN
    PRINT N'enough';
    -- told
    CREATE VECTOR INDEX vi_chunks ON dbo.chunks (embedding) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
END
-- file: post-load/V2__exists.sql
IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE name = N'vi_second' AND object_id = OBJECT_ID(N'dbo.chunks'))
    -- told
    CREATE VECTOR INDEX vi_second ON dbo.chunks (second) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V3__stops.sql
IF (SELECT COUNT(*) FROM dbo.chunks WHERE third IS NOT NULL) >= 1000
    CREATE VECTOR INDEX vi_third ON dbo.chunks (third) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
ELSE
    THROW 50000, N'too few rows', 1;
-- file: post-load/V4__plain.sql
-- ragsql: guard rows dbo.chunks.fourth >= 1000
CREATE VECTOR INDEX vi_fourth ON dbo.chunks (fourth) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V5__hundred.sql
IF (SELECT COUNT(*) FROM dbo.chunks WHERE fifth IS NOT NULL) >= 100
   AND NOT EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID(N'dbo.chunks') AND name = N'vi_fifth' AND type = 8)
    CREATE VECTOR INDEX vi_fifth ON dbo.chunks (fifth) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V6__more.sql
IF (SELECT COUNT(*) FROM dbo.chunks WHERE sixth IS NOT NULL) > 100
   AND NOT EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID(N'dbo.chunks') AND name = N'vi_sixth' AND type = 8)
    -- told
    CREATE VECTOR INDEX vi_sixth ON dbo.chunks (sixth) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
