-- Credentials. Their secrets cannot be read, nor whether they have one.
SELECT
    CAST(c.credential_id AS int) AS credential_id,
    CAST(c.name AS nvarchar(128)) AS name,
    CAST(c.credential_identity AS nvarchar(4000)) AS identity_name
FROM sys.database_scoped_credentials AS c; -- if sys.database_scoped_credentials
