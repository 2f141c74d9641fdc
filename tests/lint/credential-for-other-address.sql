-- file: migrations/V1__model.sql
CREATE DATABASE SCOPED CREDENTIAL notes_openai
    WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"https://cognitiveservices.azure.com"}';
CREATE DATABASE SCOPED CREDENTIAL [https://other.openai.azure.com]
    WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"https://cognitiveservices.azure.com"}';
CREATE DATABASE SCOPED CREDENTIAL [https://notes.openai.azure.com/openai]
    WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"https://cognitiveservices.azure.com"}';
CREATE DATABASE SCOPED CREDENTIAL [https://notes.openai.azure.com/openai/dep]
    WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"https://cognitiveservices.azure.com"}';
-- told
CREATE EXTERNAL MODEL a WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = notes_openai,
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- told
CREATE EXTERNAL MODEL b WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [https://other.openai.azure.com],
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- told
CREATE EXTERNAL MODEL c WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [https://notes.openai.azure.com/openai/dep],
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL d WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [https://notes.openai.azure.com/openai],
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
CREATE EXTERNAL MODEL e WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [https://NOTES.openai.azure.com],
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- told
CREATE EXTERNAL MODEL f WITH (
    LOCATION = 'https://notes.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-02-01',
    API_FORMAT = 'Azure OpenAI',
    MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small',
    CREDENTIAL = [https://notes.openai.azure.com?key=1],
    PARAMETERS = '{"sql_rest_options":{"retry_count":3}}'
);
-- file: migrations/V2__move.sql
-- told
ALTER EXTERNAL MODEL d SET (LOCATION = 'https://next.openai.azure.com/openai/deployments/embed/embeddings');
