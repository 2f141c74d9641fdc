-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title VARCHAR(400) NOT NULL,
    size INT NOT NULL,
    code CHAR(2) NULL
);
-- file: migrations/V2__types.sql
-- told
ALTER TABLE dbo.document ALTER COLUMN size BIGINT NOT NULL;
-- told
ALTER TABLE dbo.document ALTER COLUMN title VARCHAR(MAX) NOT NULL;
ALTER TABLE dbo.document ALTER COLUMN code CHAR(3) NULL WITH (ONLINE = ON);
-- file: migrations/V3__wider.sql
CREATE TABLE dbo.fresh (title VARCHAR(400) NOT NULL, size INT NOT NULL);
ALTER TABLE dbo.fresh ALTER COLUMN size BIGINT NOT NULL;
-- file: migrations/V4__wider.sql
ALTER TABLE dbo.fresh ALTER COLUMN title VARCHAR(800) NOT NULL;
