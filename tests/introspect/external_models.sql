-- External models with their credentials, and permissions on both.
CREATE MASTER KEY ENCRYPTION BY PASSWORD = 'not kept 1!';
CREATE DATABASE SCOPED CREDENTIAL [https://example.org/] WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"https://example.org"}';
CREATE DATABASE SCOPED CREDENTIAL [https://other.example.org/] WITH IDENTITY = 'HTTPEndpointHeaders', SECRET = '{"api-key":"not kept"}';
CREATE ROLE readers;
GO
CREATE EXTERNAL MODEL embedder WITH (LOCATION = 'https://example.org/openai/deployments/x/embeddings?api-version=1', API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS,
    MODEL = 'text-embedding-3-small', CREDENTIAL = [https://example.org/], PARAMETERS = '{"dimensions":1536}');
CREATE EXTERNAL MODEL plain AUTHORIZATION dbo WITH (LOCATION = 'https://other.example.org/v1', API_FORMAT = 'Ollama', MODEL_TYPE = embeddings, MODEL = 'm');
ALTER EXTERNAL MODEL plain SET (MODEL = 'n');
GRANT EXECUTE ON EXTERNAL MODEL::embedder TO readers;
GRANT REFERENCES ON DATABASE SCOPED CREDENTIAL::[https://example.org/] TO readers;
