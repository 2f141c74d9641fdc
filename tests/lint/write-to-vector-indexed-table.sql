-- engine: sql2025
-- also: drop-vector-index
-- file: migrations/V1__on.sql
ALTER DATABASE SCOPED CONFIGURATION SET PREVIEW_FEATURES = ON;
-- file: migrations/V2__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    body NVARCHAR(50) NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__write.sql
-- told
INSERT dbo.chunk (id, doc, body) VALUES (1, 1, N'');
-- told
UPDATE c SET body = N'' FROM dbo.chunk AS c WHERE id = 1;
SELECT id FROM dbo.chunk;
DROP INDEX vi_chunk ON dbo.chunk;
DELETE FROM dbo.chunk WHERE id = 1;
-- file: migrations/V3__procedures.sql
CREATE PROCEDURE dbo.number_pieces AS
-- told
UPDATE dbo.piece SET ordinal = 1 WHERE id = 2;
GO
CREATE PROCEDURE dbo.number_chunks AS UPDATE dbo.chunk SET doc = 1 WHERE id = 2;
GO
CREATE PROCEDURE dbo.read_pieces AS SELECT id FROM dbo.piece;
-- file: migrations/V4__piece.sql
CREATE TABLE dbo.piece (id INT NOT NULL CONSTRAINT pk_piece PRIMARY KEY CLUSTERED, ordinal INT NULL, vec VECTOR(4) NULL);
-- file: post-load/V4__piece.sql
CREATE VECTOR INDEX vi_piece ON dbo.piece (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
