-- Checks, of a column and of the table.
CREATE TABLE dbo.t (
    a INT NOT NULL CHECK (a IN (1, 2)),
    b NVARCHAR(20) NULL CONSTRAINT ck_b CHECK (b LIKE N'%)%' OR b IS NULL),
    c INT NULL, d INT NULL,
    CONSTRAINT ck_cd CHECK ((c < d) AND (d < 10)),
    CHECK NOT FOR REPLICATION (c <> 5)
);
ALTER TABLE dbo.t ADD CONSTRAINT ck_later CHECK (LEN(b) > 2);
