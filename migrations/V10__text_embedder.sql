-- The model that embeds in the database. Where it is differs from one environment to the next: ${EMBEDDING_ENDPOINT},
-- https://NAME.openai.azure.com without a slash at its end, comes from the environment when this file is applied, as
-- ragsql.toml declares it. The credential's name is the beginning of the address, and the database signs in by its
-- managed identity, so there is no secret. With a key instead:
--     WITH IDENTITY = 'HTTPEndpointHeaders', SECRET = '{"api-key":"${AZURE_OPENAI_KEY}"}'
-- and AZURE_OPENAI_KEY declared in ragsql.toml as well: a secret is never written into a file.
IF NOT EXISTS (SELECT 1 FROM sys.symmetric_keys WHERE name = N'##MS_DatabaseMasterKey##')
    CREATE MASTER KEY;
GO

CREATE DATABASE SCOPED CREDENTIAL [${EMBEDDING_ENDPOINT}]
    WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"https://cognitiveservices.azure.com"}';
GO

-- The dimensions are asked for here and stand in the column's type: when they differ, every insert fails (Msg 42204).
-- Without retry_count no call is repeated when the endpoint is busy.
CREATE EXTERNAL MODEL text_embedder
    WITH (
        LOCATION   = '${EMBEDDING_ENDPOINT}/openai/deployments/text-embedding-3-small/embeddings?api-version=2024-10-21',
        API_FORMAT = 'Azure OpenAI',
        MODEL_TYPE = EMBEDDINGS,
        MODEL      = 'text-embedding-3-small',
        CREDENTIAL = [${EMBEDDING_ENDPOINT}],
        PARAMETERS = '{"dimensions":1536,"sql_rest_options":{"retry_count":5}}'
    );
