-- Which chunks were given for which answer: when an answer is wrong, this is the question, and nothing else answers it.
-- A chunk may be gone or have another text by then, so there is no foreign key, and the hash tells whether it is the same.
CREATE TABLE dbo.retrieval_log (
    log_id      BIGINT           NOT NULL IDENTITY(1, 1),
    answer_id   UNIQUEIDENTIFIER NOT NULL,
    position    INT              NOT NULL, -- in the prompt, from 0
    tenant_id   INT              NOT NULL,
    chunk_id    INT              NOT NULL,
    document_id INT              NOT NULL,
    ordinal     INT              NOT NULL,
    source_hash BINARY(32)       NOT NULL,
    logged_at   DATETIME2(3)     NOT NULL CONSTRAINT df_retrieval_log_logged_at DEFAULT SYSUTCDATETIME(),
    CONSTRAINT pk_retrieval_log PRIMARY KEY CLUSTERED (log_id)
);

CREATE UNIQUE INDEX ux_retrieval_log_answer ON dbo.retrieval_log (answer_id, position);
CREATE INDEX ix_retrieval_log_chunk ON dbo.retrieval_log (chunk_id);
GO

CREATE SECURITY POLICY security.retrieval_log_by_tenant
    ADD FILTER PREDICATE security.tenant_predicate (tenant_id) ON dbo.retrieval_log,
    ADD BLOCK PREDICATE security.tenant_predicate (tenant_id) ON dbo.retrieval_log AFTER INSERT,
    ADD BLOCK PREDICATE security.tenant_predicate (tenant_id) ON dbo.retrieval_log AFTER UPDATE
    WITH (STATE = ON, SCHEMABINDING = ON);
GO

-- Keeps the chunks of one answer: a JSON array of their chunk_id, in the order of the prompt. All or nothing.
CREATE PROCEDURE dbo.log_retrieval
    @answer_id UNIQUEIDENTIFIER,
    @tenant_id INT,
    @chunk_ids NVARCHAR(MAX)
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    BEGIN TRANSACTION;
    INSERT INTO dbo.retrieval_log (answer_id, position, tenant_id, chunk_id, document_id, ordinal, source_hash)
    SELECT @answer_id, CAST(given.[key] AS INT), c.tenant_id, c.chunk_id, c.document_id, c.ordinal, c.source_hash
    FROM OPENJSON(@chunk_ids) AS given
    JOIN dbo.document_chunks AS c ON c.chunk_id = CAST(given.[value] AS INT)
    WHERE c.tenant_id = @tenant_id;
    IF @@ROWCOUNT <> (SELECT COUNT(*) FROM OPENJSON(@chunk_ids))
        THROW 50112, N'One of these chunks is not there for this tenant: nothing was logged.', 1;
    COMMIT TRANSACTION;
END;
