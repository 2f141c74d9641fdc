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
DROP INDEX d ON dbo.chunk;
-- told
CREATE VECTOR INDEX f ON dbo.chunk (vec, doc) WITH (METRIC = 'cosine');
DROP INDEX f ON dbo.chunk;
-- told
CREATE VECTOR INDEX g ON dbo.chunk (vec DESC) WITH (METRIC = 'cosine');
DROP INDEX g ON dbo.chunk;
-- told
CREATE VECTOR INDEX h ON dbo.chunk (vec) WHERE doc > 3 WITH (METRIC = 'cosine');
DROP INDEX h ON dbo.chunk;
-- told
CREATE VECTOR INDEX i ON dbo.chunk (vec) INCLUDE (doc) WITH (METRIC = 'cosine');
DROP INDEX i ON dbo.chunk;
-- told
CREATE UNIQUE VECTOR INDEX j ON dbo.chunk (vec) WITH (METRIC = 'cosine');
DROP INDEX j ON dbo.chunk;
-- told
CREATE NONCLUSTERED VECTOR INDEX k ON dbo.chunk (vec) WITH (METRIC = 'cosine');
DROP INDEX k ON dbo.chunk;
-- told
CREATE VECTOR INDEX l ON dbo.chunk (vec) WITH (METRIC = 'cosine') ON by_doc (doc);
DROP INDEX l ON dbo.chunk;
-- told
CREATE VECTOR INDEX m ON dbo.chunk (vec) USING DISKANN WITH (METRIC = 'cosine');
DROP INDEX m ON dbo.chunk;
-- told
CREATE VECTOR INDEX n ON dbo.chunk WITH (METRIC = 'cosine');
DROP INDEX n ON dbo.chunk;
-- told
CREATE VECTOR INDEX d ON dbo.chunk (vec) WITH (METRIC = 'cosine', MAXDOP = 40000);
-- told
DROP VECTOR INDEX d;
-- told
DROP INDEX chunk.d;
-- told
CREATE VECTOR INDEX o ON dbo.chunk (vec) WITH (TYPE = 'DiskANN');
DROP INDEX o ON dbo.chunk;
-- told
CREATE VECTOR INDEX p ON dbo.chunk (vec);
DROP INDEX p ON dbo.chunk;
-- file: post-load/V2__fine.sql
CREATE VECTOR INDEX e ON dbo.chunk (vec) WITH (metric = 'COSINE', type = 'diskann', MAXDOP = 2) ON [PRIMARY];
