-- The vector indexes that the project creates are there and of the current format. Engines differ in what
-- sys.vector_indexes has, so that is asked first; a row that is not in sys.indexes is left over from a failed build.
DECLARE @wanted TABLE (index_name SYSNAME);
DECLARE @there TABLE (index_name SYSNAME, format_version NVARCHAR(20) NULL);
DECLARE @has_format INT, @vectors BIGINT, @current INT = {current_format};
INSERT INTO @wanted
VALUES {wanted_indexes};
SELECT @has_format = COUNT(*) FROM sys.all_columns
WHERE object_id = OBJECT_ID(N'sys.vector_indexes') AND name = N'build_parameters';
SELECT @vectors = COUNT_BIG(*)
FROM (SELECT TOP (100) 1 AS one FROM {chunks} AS c WHERE c.{vector} IS NOT NULL) AS few;

IF @has_format = 1
    INSERT INTO @there
    EXEC sys.sp_executesql N'
        SELECT i.name, JSON_VALUE(v.build_parameters, ''$.Version'')
        FROM sys.vector_indexes AS v
        JOIN sys.indexes AS i ON i.object_id = v.object_id AND i.index_id = v.index_id
        WHERE v.object_id = OBJECT_ID(@name);', N'@name NVARCHAR(300)', N'{chunks}';
ELSE
    INSERT INTO @there
    SELECT name, NULL FROM sys.indexes WHERE object_id = OBJECT_ID(N'{chunks}') AND type = 8;

INSERT INTO @result
SELECT CASE WHEN t.index_name IS NULL AND @vectors < 100 THEN N'not applicable'
            WHEN t.index_name IS NULL THEN N'failed'
            WHEN @current IS NULL THEN N'passed'
            WHEN @has_format = 0 THEN N'not checked'
            WHEN TRY_CAST(t.format_version AS INT) >= @current THEN N'passed'
            ELSE N'failed' END,
       CASE WHEN t.index_name IS NULL AND @vectors < 100
                THEN CONCAT(w.index_name, N' waits for 100 vectors, and there are ', @vectors, N': every search is exact until then')
            WHEN t.index_name IS NULL THEN CONCAT(w.index_name, N' is missing: every search reads all vectors')
            WHEN @current IS NULL THEN CONCAT(w.index_name, N' is there')
            WHEN @has_format = 0 THEN CONCAT(w.index_name, N' is there, and sys.vector_indexes does not tell its format')
            ELSE CONCAT(w.index_name, N' is there in format ', ISNULL(t.format_version, N'(none)')) END
FROM @wanted AS w
LEFT JOIN @there AS t ON t.index_name = w.index_name;
