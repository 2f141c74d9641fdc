-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    price DECIMAL(10, 4) NOT NULL,
    made_at DATETIME2(7) NOT NULL,
    size BIGINT NOT NULL,
    code VARCHAR(20) NOT NULL
);
-- file: migrations/V2__types.sql
-- told
ALTER TABLE dbo.document ALTER COLUMN title VARCHAR(400) NOT NULL;
-- told
ALTER TABLE dbo.document ALTER COLUMN price DECIMAL(10, 2) NOT NULL;
-- told
ALTER TABLE dbo.document ALTER COLUMN made_at DATE NOT NULL;
-- told
ALTER TABLE dbo.document ALTER COLUMN size INT NOT NULL;
-- told
ALTER TABLE dbo.document ALTER COLUMN code VARCHAR(10) NOT NULL;
-- file: migrations/V3__wider.sql
ALTER TABLE dbo.document ALTER COLUMN code VARCHAR(50) NOT NULL;
CREATE TABLE dbo.fresh (title NVARCHAR(400) NOT NULL);
ALTER TABLE dbo.fresh ALTER COLUMN title VARCHAR(10) NOT NULL;
