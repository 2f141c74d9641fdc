CREATE TABLE dbo.chunk (id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY, tenant INT NOT NULL, body NVARCHAR(MAX) NULL, vec VECTOR(4) NULL);
CREATE TABLE dbo.few (id BIGINT NOT NULL CONSTRAINT pk_few PRIMARY KEY, vec VECTOR(4) NULL);
CREATE TABLE dbo.heap (id INT NOT NULL, vec VECTOR(4) NULL);
GO
CREATE FUNCTION dbo.mine (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS yes WHERE @tenant = 1;
GO
CREATE VIEW dbo.seen AS SELECT id, vec FROM dbo.chunk;
GO
-- the order in which the engine checks
-- refused: 102
CREATE VECTOR INDEX vi ON dbo.nothing (vec) WITH (METRIC = cosine);
-- refused: 153
CREATE VECTOR INDEX vi ON dbo.nothing (vec) WITH (METRIC = 'hamming');
-- refused: 155
CREATE VECTOR INDEX vi ON dbo.nothing (vec) WITH (METRIC = 'cosine', ONLINE = ON);
BEGIN TRANSACTION;
-- refused: 574
CREATE VECTOR INDEX vi ON dbo.nothing (vec) WITH (METRIC = 'cosine');
COMMIT;
SET ANSI_NULLS OFF;
-- refused: 1934
CREATE VECTOR INDEX vi ON dbo.nothing (vec) WITH (METRIC = 'cosine');
SET ANSI_NULLS ON;
-- refused: 42220
CREATE VECTOR INDEX vi ON #chunk (vec) WITH (METRIC = 'cosine');
-- refused: 1088
CREATE VECTOR INDEX vi ON dbo.nothing (vec) WITH (METRIC = 'cosine');
-- refused: 1088
CREATE VECTOR INDEX vi ON dbo.seen (vec) WITH (METRIC = 'cosine');
-- refused: 1911
CREATE VECTOR INDEX vi ON dbo.chunk (nothing) WITH (METRIC = 'cosine');
-- refused: 42215
CREATE VECTOR INDEX vi ON dbo.chunk (body) WITH (METRIC = 'cosine');
-- refused: 42254
CREATE VECTOR INDEX vi ON dbo.heap (vec) WITH (METRIC = 'cosine');
-- refused: 42266
CREATE VECTOR INDEX vi ON dbo.few (vec) WITH (METRIC = 'cosine');
CREATE VECTOR INDEX vi ON dbo.chunk (vec) WITH (METRIC = 'cosine', TYPE = 'DiskANN', MAXDOP = 2);
-- refused: 1913
CREATE VECTOR INDEX vi ON dbo.chunk (vec) WITH (METRIC = 'dot');
-- refused: 42230
CREATE VECTOR INDEX vi_dot ON dbo.chunk (vec) WITH (METRIC = 'dot');
-- living with it
-- refused: 42232
TRUNCATE TABLE dbo.chunk;
-- refused: 42250
ALTER INDEX vi ON dbo.chunk REBUILD;
-- refused: 42250
ALTER INDEX ALL ON dbo.chunk REBUILD;
ALTER INDEX pk_chunk ON dbo.chunk REBUILD;
-- refused: 5074, 4922
ALTER TABLE dbo.chunk DROP COLUMN vec;
-- refused: 5074, 4922
ALTER TABLE dbo.chunk ALTER COLUMN vec VECTOR(5) NULL;
-- refused: 3768, 3727
ALTER TABLE dbo.chunk DROP CONSTRAINT pk_chunk;
-- refused: 290
EXEC sp_rename 'dbo.chunk.vi', 'vi_other', 'INDEX';
-- refused: 102
DROP VECTOR INDEX vi;
-- refused: 3766
DROP INDEX chunk.vi;
-- the pair, index first
-- refused: 37579
CREATE SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.mine(tenant) ON dbo.chunk WITH (STATE = ON);
DROP INDEX vi ON dbo.chunk;
CREATE SECURITY POLICY dbo.guard ADD FILTER PREDICATE dbo.mine(tenant) ON dbo.chunk WITH (STATE = OFF);
-- the pair, policy first
-- refused: 42244
CREATE VECTOR INDEX vi ON dbo.chunk (vec) WITH (METRIC = 'cosine');
DROP SECURITY POLICY dbo.guard;
CREATE VECTOR INDEX vi ON dbo.chunk (vec) WITH (METRIC = 'cosine');
DROP INDEX vi ON dbo.chunk;
ALTER TABLE dbo.chunk DROP CONSTRAINT pk_chunk;
-- columns
-- refused: 2717
CREATE TABLE dbo.wide (vec VECTOR(1999) NULL);
-- refused: 2717
CREATE TABLE dbo.wide (vec VECTOR(3997, float16) NULL);
-- refused: 1001
ALTER TABLE dbo.chunk ADD none VECTOR(0) NULL;
CREATE TABLE dbo.wide (vec VECTOR(1998) NULL, half VECTOR(3996, float16) NULL);
-- refused: 42204
ALTER TABLE dbo.chunk ALTER COLUMN vec VECTOR(5) NULL;
-- refused: 42238
ALTER TABLE dbo.chunk ALTER COLUMN vec VECTOR(4, float16) NULL;
ALTER TABLE dbo.chunk ALTER COLUMN body VECTOR(4) NULL;
-- refused: 1919, 1750
ALTER TABLE dbo.chunk ADD CONSTRAINT uq UNIQUE (vec);
-- refused: 1760, 1750
ALTER TABLE dbo.chunk ADD CONSTRAINT ck CHECK (vec IS NOT NULL);
-- refused: 1752, 1750
ALTER TABLE dbo.chunk ADD CONSTRAINT df DEFAULT NULL FOR vec;
-- refused: 1978
CREATE INDEX ix ON dbo.chunk (vec);
CREATE INDEX ix ON dbo.chunk (id) INCLUDE (vec);
-- refused: 1978
CREATE STATISTICS st ON dbo.chunk (vec);
-- refused: 4936
ALTER TABLE dbo.chunk ADD norm AS VECTOR_NORM(vec, 'norm2') PERSISTED;
-- refused: 42212
CREATE TYPE dbo.embedding FROM VECTOR(4);
-- refused: 2717
CREATE TABLE #wide (vec VECTOR(1999) NULL);
-- refused: 2717
DECLARE @v VECTOR(1999);
-- refused: 102
SELECT CAST(N'[1]' AS VECTOR(@n));
-- refused: 1776, 1750
ALTER TABLE dbo.chunk ADD CONSTRAINT fk_vec FOREIGN KEY (vec) REFERENCES dbo.few (vec);
-- refused: 7704
CREATE PARTITION FUNCTION pf (VECTOR(4)) AS RANGE FOR VALUES (NULL);
-- refused: 7704
CREATE TABLE dbo.parts (id INT NOT NULL, vec VECTOR(4) NULL) ON ps (vec);
-- refused: 10794
CREATE TABLE dbo.fast (id INT NOT NULL PRIMARY KEY NONCLUSTERED, vec VECTOR(4) NULL) WITH (MEMORY_OPTIMIZED = ON);
-- how a vector index is written
-- refused: 102
CREATE UNIQUE VECTOR INDEX vi ON dbo.chunk (vec) WITH (METRIC = 'cosine');
-- refused: 102
CREATE VECTOR INDEX vi ON dbo.chunk (vec, id) WITH (METRIC = 'cosine');
-- refused: 304
CREATE VECTOR INDEX vi ON dbo.chunk (vec) WITH (METRIC = 'cosine', MAXDOP = 32768);
-- refused: 42220
CREATE VECTOR INDEX vi ON @chunk (vec) WITH (METRIC = 'cosine');
