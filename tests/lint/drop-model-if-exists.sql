-- file: migrations/V1__model.sql
CREATE EXTERNAL MODEL a WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL b WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V2__drop.sql
-- told
DROP EXTERNAL MODEL IF EXISTS a;
-- told
drop external model if exists [it's];
DROP EXTERNAL MODEL b;
DROP TABLE IF EXISTS dbo.never;
