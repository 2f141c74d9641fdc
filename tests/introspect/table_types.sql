-- Table types with all that they can have.
CREATE TYPE dbo.ids AS TABLE (id INT NOT NULL PRIMARY KEY);
CREATE TYPE dbo.rows_of AS TABLE (
    id INT IDENTITY NOT NULL,
    name NVARCHAR(50) NOT NULL DEFAULT N'?',
    n INT NULL CHECK (n > 0),
    twice AS (n * 2),
    v VECTOR(3) NULL,
    PRIMARY KEY NONCLUSTERED (id DESC),
    UNIQUE (name),
    INDEX ix_n (n)
);
GO
CREATE PROCEDURE dbo.take @ids dbo.ids READONLY, @rows dbo.rows_of READONLY AS SELECT COUNT(*) FROM @ids;
