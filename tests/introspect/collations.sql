-- Collations: another, the database's own, and by its name for "the database's own".
CREATE TABLE dbo.t (
    a VARCHAR(10) COLLATE Latin1_General_100_BIN2 NULL,
    b NVARCHAR(10) COLLATE SQL_Latin1_General_CP1_CI_AS NULL,
    c NVARCHAR(10) COLLATE DATABASE_DEFAULT NULL,
    d NVARCHAR(10) NULL
);
ALTER TABLE dbo.t ALTER COLUMN d NVARCHAR(20) COLLATE Latin1_General_CS_AS NOT NULL;
