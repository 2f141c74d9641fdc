-- Re-embedding {number} is given up: {new} goes with all that belongs to it. Searches never left {old}.
UPDATE dbo.corpus SET next_generation = NULL, next_model = NULL, next_dims = NULL WHERE corpus_id = 1;
DROP PROCEDURE dbo.backfill_embeddings;
{drop_backfill_here}
GO

{remove}
