-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunks (id INT NOT NULL CONSTRAINT pk_chunks PRIMARY KEY, one VECTOR(3) NULL, two VECTOR(3) NULL); -- other
-- file: post-load/V1__one.sql
CREATE VECTOR INDEX vi_one ON dbo.chunks (one) WITH (METRIC = cosine, TYPE = DiskANN);
CREATE VECTOR INDEX vi_two ON dbo.chunks (two) WITH (TYPE = 'DiskANN', METRIC = /* as words */ Dot); -- as it was
PRINT N'METRIC = cosine'; -- other
-- file: post-load/V2__drop.sql
DROP VECTOR INDEX vi_one ON dbo.chunks;
-- file: post-load/V3__drop_without_a_table.sql
DROP VECTOR INDEX vi_two; -- other
