-- file: migrations/V1__model.sql
CREATE EXTERNAL MODEL embedder WITH (
    LOCATION = 'https://x.openai.azure.com/openai/deployments/e/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V2__swap.sql
-- told
ALTER EXTERNAL MODEL embedder SET (MODEL = 'text-embedding-3-large');
ALTER EXTERNAL MODEL embedder SET (MODEL = 'TEXT-EMBEDDING-3-LARGE');
ALTER EXTERNAL MODEL embedder SET (LOCATION = 'https://y.openai.azure.com/openai/deployments/e/embeddings?api-version=2024-02-01');
-- file: migrations/V90__again.sql
CREATE EXTERNAL MODEL again WITH (
    LOCATION = 'https://notes.openai.azure.com/x', API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V91__again.sql
-- the same model at another address
DROP EXTERNAL MODEL again;
CREATE EXTERNAL MODEL again WITH (
    LOCATION = 'https://notes.openai.azure.com/y', API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'Small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
DROP EXTERNAL MODEL again;
-- file: migrations/V92__again.sql
-- told
CREATE EXTERNAL MODEL again WITH (
    LOCATION = 'https://notes.openai.azure.com/y', API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'large',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
