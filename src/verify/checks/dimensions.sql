-- The dimensions that are recorded, those of the vector itself, and those that the project declares.
DECLARE @vectors BIGINT, @recorded_wrong BIGINT, @other_length BIGINT;
SELECT @vectors = COUNT_BIG(*),
       @recorded_wrong = COUNT_BIG(CASE WHEN c.{dims} = VECTORPROPERTY(c.{vector}, 'Dimensions') THEN NULL ELSE 1 END),
       @other_length = COUNT_BIG(CASE WHEN VECTORPROPERTY(c.{vector}, 'Dimensions') <> {dimensions} THEN 1 END)
FROM {rows} AS c
WHERE c.{vector} IS NOT NULL;

IF @vectors = 0
    INSERT INTO @result VALUES (N'not checked', N'there are no vectors');
IF @recorded_wrong > 0
    INSERT INTO @result VALUES (N'failed', CONCAT(@recorded_wrong, N' of ', @vectors, N' vectors have other dimensions than are recorded with them', {sampled}));
IF @other_length > 0
    INSERT INTO @result VALUES (N'failed', CONCAT(@other_length, N' of ', @vectors, N' vectors have other dimensions than {dimensions}', {sampled}));
IF @vectors > 0 AND @recorded_wrong = 0 AND @other_length = 0
    INSERT INTO @result VALUES (N'passed', CONCAT(N'{dimensions} in ', @vectors, N' vectors', {sampled}));
