-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED, word NVARCHAR(50) NOT NULL, vec VECTOR(4) NULL);
CREATE TABLE dbo.other (id INT NOT NULL CONSTRAINT pk_other PRIMARY KEY CLUSTERED, vec VECTOR(4) NULL);
CREATE EXTERNAL MODEL small WITH (
    LOCATION = 'https://x.openai.azure.com/openai/deployments/e/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'e', PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL small_elsewhere WITH (
    LOCATION = 'https://y.openai.azure.com/openai/deployments/e/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'E', PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V2__ask.sql
CREATE PROCEDURE dbo.ask @question NVARCHAR(MAX) AS
BEGIN
    DECLARE @q VECTOR(4), @same VECTOR(4);
    SET @q = AI_GENERATE_EMBEDDINGS(@question USE MODEL large);
    SET @same = AI_GENERATE_EMBEDDINGS(@question USE MODEL small_elsewhere);
    SELECT TOP (5) WITH APPROXIMATE c.id
    -- told
    FROM VECTOR_SEARCH(TABLE = dbo.chunk AS c, COLUMN = vec, SIMILAR_TO = @q, METRIC = 'cosine') AS r
    ORDER BY r.distance;
    SELECT TOP (5) id FROM dbo.chunk
    -- told
    ORDER BY VECTOR_DISTANCE('cosine', vec, AI_GENERATE_EMBEDDINGS(@question USE MODEL large));
    SELECT TOP (5) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('cosine', vec, @same);
    -- nobody knows what these were embedded with
    SELECT TOP (5) id FROM dbo.other ORDER BY VECTOR_DISTANCE('cosine', vec, @q);
END;
-- file: migrations/V3__embed.sql
CREATE PROCEDURE dbo.embed @id INT AS
UPDATE dbo.chunk SET vec = AI_GENERATE_EMBEDDINGS(word USE MODEL small) WHERE id = @id;
