-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__vi.sql
-- told
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine');
-- file: migrations/V3__outside.sql
-- ragsql: no-transaction
CREATE TABLE dbo.title (id INT NOT NULL CONSTRAINT pk_title PRIMARY KEY, vec VECTOR(4) NULL);
GO
-- told
CREATE VECTOR INDEX vi_title ON dbo.title (vec) WITH (METRIC = 'cosine');
-- file: post-load/V1__vi.sql
CREATE TABLE dbo.line (id INT NOT NULL CONSTRAINT pk_line PRIMARY KEY, vec VECTOR(4) NULL);
CREATE VECTOR INDEX vi_line ON dbo.line (vec) WITH (METRIC = 'cosine');
