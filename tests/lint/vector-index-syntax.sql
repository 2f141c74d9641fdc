-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
-- told
CREATE VECTOR INDEX a ON dbo.chunk (vec) WITH (METRIC = 'manhattan');
DROP INDEX a ON dbo.chunk;
-- told
CREATE VECTOR INDEX b ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'HNSW');
DROP INDEX b ON dbo.chunk;
-- told
CREATE VECTOR INDEX c ON dbo.chunk (vec) WITH (METRIC = cosine);
DROP INDEX c ON dbo.chunk;
-- told
CREATE VECTOR INDEX d ON dbo.chunk (vec) WITH (METRIC = 'cosine', ONLINE = ON);
-- told
DROP VECTOR INDEX d;
-- told
DROP INDEX chunk.d;
-- file: post-load/V2__fine.sql
CREATE VECTOR INDEX e ON dbo.chunk (vec) WITH (metric = 'COSINE', type = 'diskann', MAXDOP = 2);
