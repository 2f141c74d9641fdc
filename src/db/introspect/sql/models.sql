-- External models.
SELECT
    CAST(m.external_model_id AS int) AS model_id,
    CAST(m.name AS nvarchar(128)) AS name,
    CAST(p.name AS nvarchar(128)) AS owner,
    CAST(m.location AS nvarchar(4000)) AS location,
    CAST(m.api_format AS nvarchar(100)) AS api_format,
    CAST(m.model_type_desc AS nvarchar(60)) AS model_type,
    CAST(m.model AS nvarchar(100)) AS model,
    CAST(c.name AS nvarchar(128)) AS credential,
    CAST(m.parameters AS nvarchar(max)) AS parameters
FROM sys.external_models AS m -- if sys.external_models
LEFT JOIN sys.database_principals AS p ON p.principal_id = m.principal_id
LEFT JOIN sys.database_scoped_credentials AS c ON c.credential_id = m.credential_id;
