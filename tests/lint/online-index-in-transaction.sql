-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
-- file: migrations/V2__index.sql
-- told
CREATE INDEX ix_document_language ON dbo.document (language) WITH (ONLINE = ON);
CREATE TABLE dbo.fresh (id INT NOT NULL);
CREATE INDEX ix_fresh ON dbo.fresh (id) WITH (ONLINE = ON);
-- nothing but the end of the file follows
CREATE INDEX ix_document_owner ON dbo.document (owner) WITH (ONLINE = ON);
PRINT 'done';
-- file: migrations/V3__outside.sql
-- ragsql: no-transaction
CREATE INDEX ix_document_title ON dbo.document (title) WITH (ONLINE = ON);
UPDATE dbo.document SET owner = N'' WHERE owner IS NULL;
-- file: migrations/V90__twice.sql
-- told
CREATE INDEX ix_a ON dbo.document (id) WITH (ONLINE = ON);
-- the table stays locked for the same reason
CREATE INDEX ix_b ON dbo.document (id) WITH (ONLINE = ON);
SELECT 1 AS last;
