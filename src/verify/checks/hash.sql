-- The stored hash of a text is that of the text.
DECLARE @chunks BIGINT, @stale BIGINT;
SELECT @chunks = COUNT_BIG(*),
       @stale = COUNT_BIG(CASE WHEN c.{hash} = HASHBYTES('{algorithm}', c.{text}) THEN NULL ELSE 1 END)
FROM {rows} AS c;

INSERT INTO @result
SELECT CASE WHEN @chunks = 0 THEN N'not checked' WHEN @stale > 0 THEN N'failed' ELSE N'passed' END,
       CASE WHEN @chunks = 0 THEN N'there are no chunks'
            ELSE CONCAT(@stale, N' of ', @chunks, N' hashes disagree with their text', {sampled}) END;
