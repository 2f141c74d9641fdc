-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
-- file: migrations/V2__kind.sql
-- told
ALTER TABLE dbo.document ADD kind TINYINT NOT NULL;
-- told
ALTER TABLE dbo.document ADD embedding VECTOR(4) NOT NULL;
ALTER TABLE dbo.document ADD
    a INT NULL,
    b INT NOT NULL CONSTRAINT df_b DEFAULT 0,
    version ROWVERSION NOT NULL,
    d INT NOT NULL, CONSTRAINT df_d DEFAULT 1 FOR d;
CREATE TABLE dbo.fresh (id INT NOT NULL);
ALTER TABLE dbo.fresh ADD kind TINYINT NOT NULL;
ALTER TABLE #work ADD kind TINYINT NOT NULL;
