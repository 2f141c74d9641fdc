-- A search that may not fall back to reading all vectors: the engine refuses it where the index cannot serve it.
DECLARE @question {vector_type}, @vectors BIGINT, @found BIGINT;
SELECT @vectors = COUNT_BIG(*)
FROM (SELECT TOP (100) 1 AS one FROM {chunks} AS c WHERE c.{vector} IS NOT NULL) AS few;
SELECT TOP (1) @question = c.{vector} FROM {chunks} AS c WHERE c.{vector} IS NOT NULL;

IF @vectors < 100 AND NOT EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID(N'{chunks}') AND type = 8)
    INSERT INTO @result VALUES (N'not applicable', CONCAT(N'the index waits for 100 vectors, and there are ', @vectors));
ELSE IF @question IS NULL
    INSERT INTO @result VALUES (N'not checked', N'there is an index, and no vector to search with');
ELSE
BEGIN
    BEGIN TRY
        EXEC sys.sp_executesql N'
            SELECT @found = COUNT_BIG(*)
            FROM (
                SELECT TOP (10) WITH APPROXIMATE r.distance
                FROM VECTOR_SEARCH(TABLE = {chunks} AS c, COLUMN = {vector}, SIMILAR_TO = @question, METRIC = ''{metric}'') AS r
                    WITH (FORCE_ANN_ONLY)
                ORDER BY r.distance
            ) AS hits;', N'@question {vector_type}, @found BIGINT OUTPUT', @question, @found OUTPUT;
        INSERT INTO @result
        SELECT CASE WHEN @found > 0 THEN N'passed' ELSE N'failed' END,
               CONCAT(N'a search that only the index may answer found ', @found, N' chunks');
    END TRY
    BEGIN CATCH
        INSERT INTO @result
        SELECT CASE WHEN ERROR_NUMBER() = 42227 THEN N'failed' ELSE N'not checked' END,
               CASE WHEN ERROR_NUMBER() = 42227 THEN N'no vector index with the metric {metric} can answer a search (Msg 42227)'
                    ELSE CONCAT(N'this engine does not take FORCE_ANN_ONLY (Msg ', ERROR_NUMBER(), N': ', ERROR_MESSAGE(), N')') END;
    END CATCH;
END;
