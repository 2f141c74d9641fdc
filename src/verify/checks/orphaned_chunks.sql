-- Every chunk has its document, and is of the tenant whose document it is. A policy may hide documents, so each tenant is
-- asked for in its own context.
DECLARE @tenant {owner_type}, @next {owner_type}, @chunks BIGINT, @orphans BIGINT = 0;
SELECT @chunks = COUNT_BIG(*) FROM {rows} AS c;
SELECT TOP (1) @tenant = {owner} FROM {rows} AS c ORDER BY {owner};
WHILE @tenant IS NOT NULL
BEGIN
    EXEC sys.sp_set_session_context @key = N'{context_key}', @value = @tenant;
    SELECT @orphans = @orphans + COUNT_BIG(*)
    FROM {rows} AS c
    WHERE {owner} = @tenant AND NOT EXISTS (SELECT 1 FROM {source} AS d WHERE {same_document});
    SET @next = NULL;
    SELECT TOP (1) @next = {owner} FROM {rows} AS c WHERE {owner} > @tenant ORDER BY {owner};
    SET @tenant = @next;
END;
EXEC sys.sp_set_session_context @key = N'{context_key}', @value = NULL;

INSERT INTO @result
SELECT CASE WHEN @chunks = 0 THEN N'not checked' WHEN @orphans > 0 THEN N'failed' ELSE N'passed' END,
       CASE WHEN @chunks = 0 THEN N'there are no chunks'
            ELSE CONCAT(@orphans, N' of ', @chunks, N' chunks have no document of their own tenant', {sampled}) END;
