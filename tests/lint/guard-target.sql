-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED, embedding VECTOR(3) NULL);
CREATE TABLE dbo.old (id INT NOT NULL);
CREATE SYNONYM dbo.piece FOR dbo.chunk;
GO
CREATE VIEW dbo.loaded AS SELECT id FROM dbo.chunk;
-- file: migrations/V2__drop.sql
-- ragsql: allow drop-table it was never used
DROP TABLE dbo.old;
-- file: post-load/V1__guarded.sql
-- ragsql: guard rows dbo.chunk.embedding >= 500
-- ragsql: guard complete piece.embedding
-- ragsql: guard single [DBO].[CHUNK].[Embedding]
-- what a view shows is not known here
-- ragsql: guard complete dbo.loaded.whatever
-- told
-- ragsql: guard complete dbo.chunk.embeddings
-- told
-- ragsql: guard rows dbo.chunks.embedding >= 500
-- told
-- ragsql: guard single dbo.old.id
-- told
-- ragsql: guard rows dbo.made_here.id >= 1
CREATE TABLE dbo.made_here (id INT NOT NULL);
-- file: post-load/V2__after.sql
-- ragsql: guard rows dbo.made_here.id >= 1
PRINT 'loaded';
