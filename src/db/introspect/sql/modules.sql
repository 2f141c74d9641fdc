-- Views, procedures, functions and triggers with their texts; those of the database have no row in sys.objects.
SELECT
    CAST(m.object_id AS int) AS object_id,
    CAST(t.name AS nvarchar(128)) AS trigger_name,
    CAST(t.parent_class AS int) AS trigger_class,
    CAST(t.is_disabled AS bit) AS is_disabled,
    CAST(m.definition AS nvarchar(max)) AS definition,
    CAST(m.uses_quoted_identifier AS bit) AS quoted_identifier,
    CAST(m.uses_ansi_nulls AS bit) AS ansi_nulls
FROM sys.sql_modules AS m
LEFT JOIN sys.triggers AS t ON t.object_id = m.object_id;
