-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
-- file: migrations/V2__unique.sql
-- told
ALTER TABLE dbo.document ADD CONSTRAINT ux_document_title UNIQUE (title) WITH (ONLINE = ON);
-- file: migrations/V3__key.sql
-- unique already: a part of it is
CREATE UNIQUE INDEX ux_document_title_id ON dbo.document (title, id) WITH (ONLINE = ON);
-- file: migrations/V4__again.sql
ALTER TABLE dbo.document DROP CONSTRAINT ux_document_title;
CREATE UNIQUE INDEX ux_document_title ON dbo.document (title) WITH (ONLINE = ON);
-- file: migrations/V5__fresh.sql
CREATE TABLE dbo.fresh (id INT NOT NULL, code INT NOT NULL);
CREATE UNIQUE INDEX ux_fresh ON dbo.fresh (code);
-- file: migrations/V6__number.sql
ALTER TABLE dbo.fresh ADD number INT NULL;
GO
CREATE UNIQUE INDEX ux_fresh_number ON dbo.fresh (number) WHERE number IS NOT NULL WITH (ONLINE = ON);
-- file: migrations/V7__filled.sql
ALTER TABLE dbo.fresh ADD rank INT NULL;
GO
UPDATE dbo.fresh SET rank = id % 10;
-- told
CREATE UNIQUE INDEX ux_fresh_rank ON dbo.fresh (rank) WHERE rank IS NOT NULL WITH (ONLINE = ON);
