-- file: migrations/V1__model.sql
-- told
CREATE EXTERNAL MODEL a WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small'
);
-- told
CREATE EXTERNAL MODEL b WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"dimensions":768}'
);
CREATE EXTERNAL MODEL c WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"dimensions":768,"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V2__alter.sql
ALTER EXTERNAL MODEL a SET (PARAMETERS = '{"sql_rest_options":{"retry_count":10}}');
