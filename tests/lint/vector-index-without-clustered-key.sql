-- file: migrations/V1__base.sql
CREATE TABLE dbo.heap (id INT NOT NULL, vec VECTOR(4) NULL);
CREATE TABLE dbo.loose (id INT NOT NULL CONSTRAINT pk_loose PRIMARY KEY NONCLUSTERED, vec VECTOR(4) NULL);
CREATE TABLE dbo.wide (id BIGINT NOT NULL CONSTRAINT pk_wide PRIMARY KEY, vec VECTOR(4) NULL);
CREATE TABLE dbo.later (id INT NOT NULL, vec VECTOR(4) NULL);
ALTER TABLE dbo.later ADD CONSTRAINT pk_later PRIMARY KEY (id);
-- file: post-load/V1__vi.sql
-- told
CREATE VECTOR INDEX vi ON dbo.heap (vec) WITH (METRIC = 'cosine');
-- told
CREATE VECTOR INDEX vi ON dbo.loose (vec) WITH (METRIC = 'cosine');
CREATE VECTOR INDEX vi ON dbo.wide (vec) WITH (METRIC = 'cosine');
CREATE VECTOR INDEX vi ON dbo.later (vec) WITH (METRIC = 'cosine');
