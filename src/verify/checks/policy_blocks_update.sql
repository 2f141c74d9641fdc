-- A plain user of one tenant moves a row of its own to another one: the policy refuses it (Msg 33504). All of it is rolled
-- back.
DECLARE @own {tenant_type}, @other {tenant_type}, @rows BIGINT, @error INT, @refused NVARCHAR(MAX);
SELECT TOP (1) @own = c.{tenant} FROM {rows} AS c GROUP BY c.{tenant} ORDER BY COUNT_BIG(*) DESC, c.{tenant};
SELECT TOP (1) @other = c.{tenant} FROM {rows} AS c WHERE c.{tenant} <> @own;
IF @other IS NULL
    SET @other = {nobody};
BEGIN TRY
    BEGIN TRANSACTION;
    CREATE USER ragsql_verify WITHOUT LOGIN;
    GRANT SELECT, UPDATE ON {source} TO ragsql_verify;
    EXEC sys.sp_set_session_context @key = N'{policy_key}', @value = @own;
    EXECUTE AS USER = N'ragsql_verify';
    UPDATE TOP (1) d SET {moved_values} FROM {source} AS d WHERE d.{source_tenant} = @own;
    SET @rows = @@ROWCOUNT;
END TRY
BEGIN CATCH
    SELECT @error = ERROR_NUMBER(), @refused = ERROR_MESSAGE();
END CATCH;
REVERT;
IF @@TRANCOUNT > 0
    ROLLBACK TRANSACTION;
EXEC sys.sp_set_session_context @key = N'{policy_key}', @value = NULL;

INSERT INTO @result
SELECT CASE WHEN @error = 33504 THEN N'passed' WHEN @error IS NULL AND @rows > 0 THEN N'failed' ELSE N'not checked' END,
       CASE WHEN @error = 33504 THEN CONCAT(N'an UPDATE that moves a row of tenant ', @own, N' to tenant ', @other, N' is refused (Msg 33504)')
            WHEN @error IS NOT NULL THEN CONCAT(N'no UPDATE could be tried: Msg ', @error, N': ', @refused)
            WHEN @rows > 0 THEN CONCAT(N'an UPDATE moves a row of tenant ', @own, N' to tenant ', @other)
            WHEN @own IS NULL THEN N'there is no tenant to try it with'
            ELSE CONCAT(N'tenant ', @own, N' has no row to move') END;
