-- While the corpus moves to another model, a text that changed loses both vectors, and one that is known takes over each
-- that there is of it. As before, callers of one document wait for each other.
ALTER PROCEDURE dbo.ingest_chunks
    @document_id INT,
    @chunks      dbo.chunk_list READONLY
AS
BEGIN
    SET NOCOUNT, XACT_ABORT ON;
    DECLARE @tenant_id INT, @lock INT;
    DECLARE @resource NVARCHAR(255) = CONCAT(N'ragsql document ', @document_id);
    DECLARE @changes TABLE (change NVARCHAR(10) NOT NULL, has_vector BIT NOT NULL);

    IF EXISTS (SELECT 1 FROM @chunks WHERE DATALENGTH(chunk_text) = 0)
        THROW 50101, N'A chunk without text cannot be embedded: leave it out of the list.', 1;

    BEGIN TRANSACTION;
    EXEC @lock = sp_getapplock @Resource = @resource, @LockMode = N'Exclusive', @LockTimeout = 60000;
    IF @lock < 0
        THROW 50103, N'Another caller has been writing this document for a minute: call again.', 1;
    SELECT @tenant_id = tenant_id FROM dbo.documents WHERE document_id = @document_id;
    IF @tenant_id IS NULL
        THROW 50104, N'There is no such document for the tenant_id in this session''s context.', 1;

    WITH chunks_of_document AS (
        SELECT document_id, tenant_id, ordinal, chunk_text, source_hash,
               {old_model}, {old_dims}, {old_at}, {old},
               {new_model}, {new_dims}, {new_at}, {new}
        FROM dbo.document_chunks
        WHERE document_id = @document_id
    )
    MERGE chunks_of_document AS t
    USING (
        SELECT c.ordinal, c.chunk_text, h.source_hash,
               k.{old}, k.{old_at},
               n.{new}, n.{new_at}
        FROM @chunks AS c
        CROSS APPLY (SELECT CAST(HASHBYTES('SHA2_256', c.chunk_text) AS BINARY(32)) AS source_hash) AS h
        OUTER APPLY (
            SELECT TOP (1) o.{old}, SYSUTCDATETIME() AS {old_at}
            FROM dbo.document_chunks AS o
            WHERE o.source_hash = h.source_hash
              AND o.{old_model} = {old_name} AND o.{old_dims} = {old_number} AND o.{old_at} IS NOT NULL
            ORDER BY o.chunk_id
        ) AS k
        OUTER APPLY (
            SELECT TOP (1) o.{new}, SYSUTCDATETIME() AS {new_at}
            FROM dbo.document_chunks AS o
            WHERE o.source_hash = h.source_hash
              AND o.{new_model} = {new_name} AND o.{new_dims} = {new_number} AND o.{new_at} IS NOT NULL
            ORDER BY o.chunk_id
        ) AS n
    ) AS s ON t.document_id = @document_id AND t.ordinal = s.ordinal
    WHEN MATCHED AND (t.source_hash <> s.source_hash OR t.tenant_id <> @tenant_id) THEN
        UPDATE SET tenant_id   = @tenant_id,
                   chunk_text  = s.chunk_text,
                   source_hash = s.source_hash,
                   {old_model} = {old_name},
                   {old_dims} = {old_number},
                   {old_at} = s.{old_at},
                   {old} = s.{old},
                   {new_model} = {new_name},
                   {new_dims} = {new_number},
                   {new_at} = s.{new_at},
                   {new} = s.{new}
    WHEN NOT MATCHED BY TARGET THEN
        INSERT (document_id, tenant_id, ordinal, chunk_text, source_hash,
                {old_model}, {old_dims}, {old_at}, {old},
                {new_model}, {new_dims}, {new_at}, {new})
        VALUES (@document_id, @tenant_id, s.ordinal, s.chunk_text, s.source_hash,
                {old_name}, {old_number}, s.{old_at}, s.{old},
                {new_name}, {new_number}, s.{new_at}, s.{new})
    WHEN NOT MATCHED BY SOURCE THEN
        DELETE
    OUTPUT $action, CASE WHEN inserted.{old_at} IS NULL AND inserted.{new_at} IS NULL THEN 0 ELSE 1 END
      INTO @changes (change, has_vector);
    COMMIT TRANSACTION;

    SELECT @document_id AS document_id,
           (SELECT COUNT(*) FROM @chunks) AS chunks,
           COUNT(CASE WHEN change = N'INSERT' THEN 1 END) AS added,
           COUNT(CASE WHEN change = N'UPDATE' THEN 1 END) AS changed,
           COUNT(CASE WHEN change = N'DELETE' THEN 1 END) AS removed,
           COUNT(CASE WHEN has_vector = 1 THEN 1 END) AS vectors_taken_over
    FROM @changes;
END;
