-- also: delete-without-where, drop-vector-index, truncate-table
-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__empty.sql
TRUNCATE TABLE dbo.chunk;
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__empty.sql
-- told
truncate table [dbo].[CHUNK]
GO
DELETE FROM dbo.chunk;
-- file: post-load/V3__empty.sql
DROP INDEX vi_chunk ON dbo.chunk;
TRUNCATE TABLE dbo.chunk;
-- file: migrations/V3__procedures.sql
CREATE PROCEDURE dbo.empty_piece AS
-- told
TRUNCATE TABLE dbo.piece;
GO
CREATE PROCEDURE dbo.refill_piece AS
BEGIN
    DROP INDEX vi_piece ON dbo.piece;
    TRUNCATE TABLE dbo.piece;
END;
GO
CREATE PROCEDURE dbo.empty_chunk AS TRUNCATE TABLE dbo.chunk;
-- file: migrations/V4__piece.sql
CREATE TABLE dbo.piece (id INT NOT NULL CONSTRAINT pk_piece PRIMARY KEY CLUSTERED, vec VECTOR(4) NULL);
-- file: post-load/V4__piece.sql
CREATE VECTOR INDEX vi_piece ON dbo.piece (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
