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
-- file: post-load/V1__vi.sql
CREATE VECTOR INDEX vi ON dbo.whole (vec) WITH (METRIC = 'cosine');
