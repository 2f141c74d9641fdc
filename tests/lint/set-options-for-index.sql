-- also: offline-index
-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: post-load/V1__vi.sql
SET ANSI_NULLS, QUOTED_IDENTIFIER OFF;
GO
-- told
CREATE VECTOR INDEX vi_chunk ON dbo.chunk (vec) WITH (METRIC = 'cosine');
-- told
CREATE INDEX ix_doc ON dbo.chunk (doc) WHERE doc > 0;
-- an index without a filter
CREATE INDEX ix_plain ON dbo.chunk (doc);
-- file: post-load/V2__next.sql
-- the options of one file do not reach the next
CREATE INDEX ix_again ON dbo.chunk (doc) WHERE doc > 1;
