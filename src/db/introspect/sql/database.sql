-- The database itself.
SELECT
    CAST(d.collation_name AS nvarchar(128)) AS collation
FROM sys.databases AS d
WHERE d.name = DB_NAME();
