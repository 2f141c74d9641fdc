-- ragsql: guard rows dbo.document_chunks.{new} >= 100
-- ragsql: guard complete dbo.document_chunks.{new}
-- ragsql: guard single dbo.document_chunks.{new_model}
-- The vector index of re-embedding {number}: it waits until the backfill is whole, and of one model.
CREATE VECTOR INDEX {new_index}
    ON dbo.document_chunks ({new})
    WITH (METRIC = 'cosine', TYPE = 'DiskANN');
