-- Re-embedding {number}, the cutover: searches, and what writes vectors, move from {old} to {new} in one transaction. It is
-- refused while a chunk that is found now would not be found any more. Nothing leads back from here.
IF EXISTS (SELECT 1 FROM dbo.document_chunks WITH (TABLOCKX, HOLDLOCK) WHERE {old_at} IS NOT NULL AND {new_at} IS NULL)
    THROW 50114, N'The backfill is not done: `ragsql reembed backfill` goes on, and after it this file can be applied.', 1;
IF EXISTS (
    SELECT 1 FROM dbo.document_chunks
    WHERE {new_at} IS NOT NULL AND ({new_model} <> {new_name} OR {new_dims} <> {new_number})
)
    THROW 50115, N'The new column holds vectors of another model or of other dimensions: it cannot be searched.', 1;
IF EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID(N'dbo.document_chunks') AND name = N'{old_index}')
    AND NOT EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID(N'dbo.document_chunks') AND name = N'{new_index}')
    THROW 50116, N'The new vectors have no vector index yet: `ragsql post-load` creates it, and after it this file can be applied.', 1;
UPDATE dbo.corpus
   SET generation = {number}, embed_model = {new_name}, embed_dims = {new_number},
       next_generation = NULL, next_model = NULL, next_dims = NULL
 WHERE corpus_id = 1;
GO

{search}
GO

{writing}
GO

DROP PROCEDURE dbo.backfill_embeddings;
{drop_backfill_here}
