-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    embedding VECTOR(768) NULL
);
-- file: post-load/V1__vi_chunk.sql
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (embedding) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- file: post-load/V2__drop.sql
-- told
DROP INDEX vi_chunk ON dbo.chunk;
-- file: post-load/V3__other.sql
CREATE TABLE dbo.title (id INT NOT NULL CONSTRAINT pk_title PRIMARY KEY CLUSTERED, embedding VECTOR(4) NULL);
CREATE VECTOR INDEX vi_title ON dbo.title (embedding) WITH (METRIC = 'cosine');
-- file: post-load/V4__rebuild.sql
-- built again by the next file
DROP INDEX vi_title ON dbo.title;
-- file: post-load/V5__rebuild.sql
CREATE VECTOR INDEX vi_title_dot ON dbo.title (embedding) WITH (METRIC = 'dot');
