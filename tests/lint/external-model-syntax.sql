-- file: migrations/V1__model.sql
-- told
CREATE EXTERNAL MODEL a WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure AI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- told
CREATE EXTERNAL MODEL b WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- told
CREATE EXTERNAL MODEL c WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = CHAT,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL d WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'openai',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V2__alter.sql
ALTER EXTERNAL MODEL d SET (PARAMETERS = '{"sql_rest_options":{"retry_count":2}}');
-- told
ALTER EXTERNAL MODEL d SET (API_FORMAT = 'Bedrock');
