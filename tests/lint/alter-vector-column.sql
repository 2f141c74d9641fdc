-- file: migrations/V1__base.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL,
    other VECTOR(4) NULL
);
-- file: migrations/V2__alter.sql
-- told
ALTER TABLE dbo.chunk ALTER COLUMN vec VECTOR(5) NULL;
-- told
ALTER TABLE dbo.chunk ALTER COLUMN vec VECTOR(4, float16) NULL;
-- told
ALTER TABLE dbo.chunk ALTER COLUMN vec VARBINARY(MAX) NULL;
-- told
ALTER TABLE dbo.chunk ALTER COLUMN other INT NULL;
-- file: migrations/V3__fine.sql
-- the same size again, and text that becomes a vector
ALTER TABLE dbo.chunk ADD vec_b VECTOR(4) NULL;
ALTER TABLE dbo.chunk ALTER COLUMN vec_b VECTOR(4) NOT NULL;
ALTER TABLE dbo.chunk ADD as_text NVARCHAR(MAX) NULL;
ALTER TABLE dbo.chunk ALTER COLUMN as_text VECTOR(4) NULL;
