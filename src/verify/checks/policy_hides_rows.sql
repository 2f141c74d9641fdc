-- A plain user without a tenant in its context sees no row of the source table, and with one only those of that tenant. The user
-- is made for this and rolled back.
DECLARE @own {tenant_type}, @without BIGINT, @rows BIGINT, @foreign BIGINT, @refused NVARCHAR(MAX);
SELECT TOP (1) @own = c.{tenant} FROM {rows} AS c GROUP BY c.{tenant} ORDER BY COUNT_BIG(*) DESC, c.{tenant};
EXEC sys.sp_set_session_context @key = N'{policy_key}', @value = NULL;
BEGIN TRY
    BEGIN TRANSACTION;
    CREATE USER ragsql_verify WITHOUT LOGIN;
    GRANT SELECT ON {source} TO ragsql_verify;
    EXECUTE AS USER = N'ragsql_verify';
    SELECT @without = COUNT_BIG(*) FROM (SELECT TOP (100) 1 AS one FROM {source}) AS few;
    EXEC sys.sp_set_session_context @key = N'{policy_key}', @value = @own;
    SELECT @rows = COUNT_BIG(*) FROM (SELECT TOP (100) 1 AS one FROM {source} AS d WHERE d.{source_tenant} = @own) AS few;
    SELECT @foreign = COUNT_BIG(*) FROM (SELECT TOP (100) 1 AS one FROM {source} AS d WHERE d.{source_tenant} <> @own) AS few;
END TRY
BEGIN CATCH
    SET @refused = CONCAT(N'Msg ', ERROR_NUMBER(), N': ', ERROR_MESSAGE());
END CATCH;
REVERT;
IF @@TRANCOUNT > 0
    ROLLBACK TRANSACTION;
EXEC sys.sp_set_session_context @key = N'{policy_key}', @value = NULL;

IF @refused IS NOT NULL
    INSERT INTO @result VALUES (N'not checked', CONCAT(N'a plain user could not be made to ask: ', @refused));
ELSE IF @without > 0
    INSERT INTO @result VALUES (N'failed', CONCAT(N'without a tenant in the context, ', @without, N' rows or more are seen'));
ELSE IF @own IS NULL OR @rows = 0
    INSERT INTO @result
    VALUES (N'not checked', CONCAT(N'no row is seen without a tenant in the context, and ',
                                   ISNULL(N'none with tenant ' + CAST(@own AS NVARCHAR(100)) + N' in it: perhaps there are none',
                                          N'there is no tenant to ask for')));
ELSE
    INSERT INTO @result
    SELECT CASE WHEN @foreign > 0 THEN N'failed' ELSE N'passed' END,
           CONCAT(N'without a tenant in the context no row is seen; with tenant ', @own, N', its own and ', @foreign, N' of others');
