-- file: migrations/V1__chunks.sql
CREATE TABLE dbo.chunks (
    id INT NOT NULL CONSTRAINT pk_chunks PRIMARY KEY CLUSTERED,
    tenant_id INT NOT NULL,
    embedding VECTOR(768) NULL
);
-- file: post-load/V1__vi_chunks.sql
CREATE VECTOR INDEX vi_chunks ON dbo.chunks (embedding) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__normalize.sql
-- told
UPDATE dbo.chunks SET embedding = VECTOR_NORMALIZE(embedding, 'norm2');
UPDATE TOP (500) dbo.chunks SET embedding = VECTOR_NORMALIZE(embedding, 'norm2') WHERE id > 5;
-- file: post-load/V3__drop.sql
DROP INDEX vi_chunks ON dbo.chunks;
UPDATE dbo.chunks SET embedding = VECTOR_NORMALIZE(embedding, 'norm2') WHERE embedding IS NOT NULL;
-- file: post-load/V4__again.sql
CREATE VECTOR INDEX vi_chunks ON dbo.chunks (embedding) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
