-- file: migrations/V1__model.sql
CREATE DATABASE SCOPED CREDENTIAL [https://notes.openai.azure.com/] WITH IDENTITY = 'managed identity';
CREATE DATABASE SCOPED CREDENTIAL storage WITH IDENTITY = 'Managed Identity';
-- told
CREATE EXTERNAL MODEL a WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [https://notes.openai.azure.com/],
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V2__mend.sql
ALTER DATABASE SCOPED CREDENTIAL [https://notes.openai.azure.com/] WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"https://cognitiveservices.azure.com"}';
CREATE EXTERNAL MODEL b WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [https://notes.openai.azure.com/],
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
