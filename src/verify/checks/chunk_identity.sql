-- No two chunks at one place of one document.
DECLARE @chunks BIGINT, @twice BIGINT;
SELECT @chunks = COUNT_BIG(*) FROM {rows} AS c;
SELECT @twice = COUNT_BIG(*)
FROM (SELECT COUNT_BIG(*) AS chunks FROM {rows} AS c GROUP BY {identity} HAVING COUNT_BIG(*) > 1) AS places;

INSERT INTO @result
SELECT CASE WHEN @chunks = 0 THEN N'not checked' WHEN @twice > 0 THEN N'failed' ELSE N'passed' END,
       CASE WHEN @chunks = 0 THEN N'there are no chunks'
            ELSE CONCAT(@twice, N' places ({identity}) have more than one of the ', @chunks, N' chunks', {sampled}) END;
