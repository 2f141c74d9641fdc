-- also: swap-external-model
-- file: migrations/V1__model.sql
CREATE DATABASE SCOPED CREDENTIAL [https://notes.openai.azure.com/]
    WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"https://cognitiveservices.azure.com"}';
-- told
CREATE EXTERNAL MODEL plain WITH (
    LOCATION = 'http://notes.openai.azure.com/embed',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [https://notes.openai.azure.com/],
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- told
CREATE EXTERNAL MODEL local WITH (
    LOCATION = 'HTTP://models.azurewebsites.net/api/embed',
    API_FORMAT = 'Ollama',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- told
CREATE EXTERNAL MODEL bare WITH (
    LOCATION = 'notes.openai.azure.com/embed',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL good WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [https://notes.openai.azure.com/],
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL upper WITH (
    LOCATION = 'HTTPS://notes.openai.azure.com/embed',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL file WITH (
    LOCATION = 'C:\models\embed', API_FORMAT = 'ONNX Runtime', MODEL_TYPE = EMBEDDINGS, MODEL = 'all-MiniLM-L6-v2', LOCAL_RUNTIME_PATH = 'C:\onnx'
);
-- file: migrations/V2__move.sql
-- told
ALTER EXTERNAL MODEL upper SET (LOCATION = 'http://notes.openai.azure.com/embed');
ALTER EXTERNAL MODEL upper SET (MODEL = 'text-embedding-3-large');
