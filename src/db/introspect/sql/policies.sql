-- Security policies.
SELECT
    CAST(p.object_id AS int) AS object_id,
    CAST(p.is_enabled AS bit) AS is_enabled,
    CAST(p.is_not_for_replication AS bit) AS not_for_replication,
    CAST(p.is_schema_bound AS bit) AS is_schema_bound -- if sys.security_policies.is_schema_bound
FROM sys.security_policies AS p; -- if sys.security_policies
