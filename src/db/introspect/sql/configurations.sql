-- Scoped configurations that were set.
SELECT
    CAST(c.name AS nvarchar(60)) AS name,
    CAST(c.value AS nvarchar(4000)) AS value,
    CAST(c.value_for_secondary AS nvarchar(4000)) AS value_for_secondary,
    CAST(c.is_value_default AS bit) AS is_default -- if sys.database_scoped_configurations.is_value_default
FROM sys.database_scoped_configurations AS c; -- if sys.database_scoped_configurations
