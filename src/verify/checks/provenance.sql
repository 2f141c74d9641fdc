-- The models whose vectors stand in one column, and the chunks that still wait for theirs.
DECLARE @chunks BIGINT, @without_vector BIGINT, @models BIGINT, @named NVARCHAR(MAX);
SELECT @chunks = COUNT_BIG(*), @without_vector = COUNT_BIG(CASE WHEN c.{vector} IS NULL THEN 1 END)
FROM {rows} AS c;
SELECT @models = COUNT_BIG(*), @named = STRING_AGG(CONCAT(CAST(m.model AS NVARCHAR(MAX)), N' (', m.vectors, N')'), N', ')
FROM (
    SELECT c.{model} AS model, COUNT_BIG(*) AS vectors
    FROM {rows} AS c
    WHERE c.{vector} IS NOT NULL
    GROUP BY c.{model}
) AS m;

IF @chunks = 0
    INSERT INTO @result VALUES (N'not checked', N'there are no chunks');
IF @models > 1
    INSERT INTO @result VALUES (N'failed', CONCAT(N'vectors of ', @models, N' models: ', @named, {sampled}));
IF @models = 1
    INSERT INTO @result VALUES (N'passed', CONCAT(N'all vectors are of one model: ', @named, {sampled}));
IF @without_vector > 0
    INSERT INTO @result VALUES (N'failed', CONCAT(@without_vector, N' of ', @chunks, N' chunks have no vector', {sampled}));
