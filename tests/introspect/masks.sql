-- Masked columns, masked later, and no longer.
CREATE TABLE dbo.t (
    a NVARCHAR(50) MASKED WITH (FUNCTION = 'default()') NULL,
    b NVARCHAR(50) MASKED WITH (FUNCTION = 'partial(1, "xx", 1)') NULL,
    c NVARCHAR(50) MASKED WITH (FUNCTION = 'email()') NULL,
    d INT NULL
);
ALTER TABLE dbo.t ALTER COLUMN d ADD MASKED WITH (FUNCTION = 'random(1, 5)');
ALTER TABLE dbo.t ALTER COLUMN c DROP MASKED;
