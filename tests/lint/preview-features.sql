-- also: scoped-configuration-mixed
-- engine: sql2025
-- file: migrations/V1__before.sql
-- told
CREATE TABLE dbo.half (id INT NOT NULL CONSTRAINT pk_half PRIMARY KEY, vec VECTOR(4, float16) NULL);
CREATE TABLE dbo.whole (id INT NOT NULL CONSTRAINT pk_whole PRIMARY KEY, vec VECTOR(4) NULL);
-- file: migrations/V2__on.sql
ALTER DATABASE SCOPED CONFIGURATION SET PREVIEW_FEATURES = ON;
GO
CREATE TABLE dbo.later (id INT NOT NULL CONSTRAINT pk_later PRIMARY KEY, vec VECTOR(4, float16) NULL);
-- file: migrations/V3__off.sql
ALTER DATABASE SCOPED CONFIGURATION SET PREVIEW_FEATURES = OFF;
GO
-- told
CREATE PROCEDURE dbo.find @q VECTOR(4, float16) AS SELECT 1 AS one;
GO
-- told
DECLARE @q VECTOR(4, float16);
-- told
SELECT CAST(N'[1,2,3,4]' AS VECTOR(4, float16)) AS v;
SELECT CAST(N'[1,2,3,4]' AS VECTOR(4, float32)) AS v;
GO
ALTER DATABASE SCOPED CONFIGURATION SET PREVIEW_FEATURES = ON;
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi ON dbo.whole (vec) WITH (METRIC = 'cosine');
