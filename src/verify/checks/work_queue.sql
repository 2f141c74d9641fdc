-- The time of embedding is NULL exactly when the vector is: the queue of what is to be embedded is read by that time.
DECLARE @chunks BIGINT, @never_embedded BIGINT, @embedded_again BIGINT;
SELECT @chunks = COUNT_BIG(*),
       @never_embedded = COUNT_BIG(CASE WHEN c.{vector} IS NULL AND c.{embedded_at} IS NOT NULL THEN 1 END),
       @embedded_again = COUNT_BIG(CASE WHEN c.{vector} IS NOT NULL AND c.{embedded_at} IS NULL THEN 1 END)
FROM {rows} AS c;

IF @chunks = 0
    INSERT INTO @result VALUES (N'not checked', N'there are no chunks');
IF @never_embedded > 0
    INSERT INTO @result VALUES (N'failed', CONCAT(@never_embedded, N' chunks have a time and no vector: they are in no queue and found by no search', {sampled}));
IF @embedded_again > 0
    INSERT INTO @result VALUES (N'failed', CONCAT(@embedded_again, N' chunks have a vector and no time: they are embedded again', {sampled}));
IF @chunks > 0 AND @never_embedded = 0 AND @embedded_again = 0
    INSERT INTO @result VALUES (N'passed', CONCAT(N'vector and time agree in ', @chunks, N' chunks', {sampled}));
