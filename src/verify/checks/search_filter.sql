-- The retrieval is asked by one tenant with a vector of another one. Without its filter the chunk of that vector is the
-- nearest of all; with it, no row of the other tenant may come back. What the procedure writes is rolled back.
DECLARE @owner {tenant_type}, @asker {tenant_type}, @question {vector_type}, @open BIGINT, @hit BIGINT, @foreign BIGINT, @refused NVARCHAR(MAX);
DECLARE @hits TABLE (chunk_id {key_type}, document_id {document_type}, ordinal {ordinal_type}, chunk_text NVARCHAR(MAX), distance FLOAT);
SELECT TOP (1) @owner = c.{tenant} FROM {rows} AS c WHERE c.{vector} IS NOT NULL
GROUP BY c.{tenant} ORDER BY COUNT_BIG(*) DESC, c.{tenant};
SELECT TOP (1) @asker = c.{tenant} FROM {rows} AS c WHERE c.{vector} IS NOT NULL AND c.{tenant} <> @owner
GROUP BY c.{tenant} ORDER BY COUNT_BIG(*) DESC, c.{tenant};
IF @asker IS NULL
    SET @asker = {nobody};
SELECT TOP (1) @question = c.{vector} FROM {rows} AS c WHERE c.{tenant} = @owner AND c.{vector} IS NOT NULL;

-- Without the filter: how many of the nearest eight are not of the asking tenant.
SELECT @open = COUNT_BIG(CASE WHEN near.tenant <> @asker THEN 1 END)
FROM (
    SELECT TOP (8) c.{tenant} AS tenant FROM {rows} AS c WHERE c.{vector} IS NOT NULL
    ORDER BY VECTOR_DISTANCE('cosine', c.{vector}, @question)
) AS near;

IF @question IS NULL
    INSERT INTO @result VALUES (N'not checked', N'there are no vectors');
ELSE
BEGIN
    BEGIN TRY
        BEGIN TRANSACTION;
        EXEC sys.sp_set_session_context @key = N'{context_key}', @value = @asker;
        INSERT INTO @hits EXEC {search} {search_vector} = @question, {search_tenant} = @asker;
        SELECT @hit = COUNT_BIG(*), @foreign = COUNT_BIG(CASE WHEN c.{tenant} = @asker THEN NULL ELSE 1 END)
        FROM @hits AS h LEFT JOIN {chunks} AS c ON c.{key} = h.chunk_id;
        INSERT INTO @result
        SELECT CASE WHEN @foreign > 0 THEN N'failed' WHEN @open = 0 THEN N'not checked' ELSE N'passed' END,
               CONCAT(N'tenant ', @asker, N' asks with a vector of tenant ', @owner, N': ', @hit, N' chunks, ', @foreign,
                      N' of other tenants; without the filter, ', @open, N' of the nearest 8 are others''');

        DELETE FROM @hits;
        EXEC sys.sp_set_session_context @key = N'{context_key}', @value = @owner;
        INSERT INTO @hits EXEC {search} {search_vector} = @question, {search_tenant} = @owner;
        SELECT @hit = COUNT_BIG(*), @foreign = COUNT_BIG(CASE WHEN c.{tenant} = @owner THEN NULL ELSE 1 END)
        FROM @hits AS h LEFT JOIN {chunks} AS c ON c.{key} = h.chunk_id;
        INSERT INTO @result
        SELECT CASE WHEN @foreign > 0 OR @hit = 0 THEN N'failed' ELSE N'passed' END,
               CONCAT(N'tenant ', @owner, N' asks with the same vector: ', @hit, N' chunks, ', @foreign, N' of other tenants');
    END TRY
    BEGIN CATCH
        SET @refused = CONCAT(N'Msg ', ERROR_NUMBER(), N': ', ERROR_MESSAGE());
    END CATCH;
    IF @@TRANCOUNT > 0
        ROLLBACK TRANSACTION;
    EXEC sys.sp_set_session_context @key = N'{context_key}', @value = NULL;
    IF @refused IS NOT NULL
        INSERT INTO @result VALUES (N'not checked', CONCAT(N'the retrieval cannot be asked: ', @refused));
END;
