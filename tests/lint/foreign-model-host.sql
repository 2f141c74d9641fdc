-- file: migrations/V1__model.sql
-- told
CREATE EXTERNAL MODEL a WITH (
    LOCATION = 'https://api.openai.com/v1/embeddings',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- told
CREATE EXTERNAL MODEL b WITH (
    LOCATION = 'https://myazure.com/embed',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL c WITH (
    LOCATION = 'https://ai.azure-api.net/embed',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL d WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL file WITH (
    LOCATION = 'C:\models\embed', API_FORMAT = 'ONNX Runtime', MODEL_TYPE = EMBEDDINGS, MODEL = 'all-MiniLM-L6-v2', LOCAL_RUNTIME_PATH = 'C:\onnx'
);
