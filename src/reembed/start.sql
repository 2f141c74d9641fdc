-- Re-embedding {number}, the beginning: from {old_name} with {old_number} dimensions to {new_name} with {new_number}.
-- Searches stay on {old} until the cutover; {new} is filled beside it by `ragsql reembed backfill`, and searched by nobody.
ALTER TABLE dbo.document_chunks ADD
    {new} {new_type} NULL,
    {new_model} SYSNAME NULL,
    {new_dims} SMALLINT NULL,
    {new_at} DATETIME2(3) NULL; -- NULL exactly when {new} is
GO

-- The work queue of the backfill, and the hash index by which a known text gives its new vector.
-- ragsql: allow offline-index the file is one transaction, and an index is built online in none
CREATE INDEX {new_queue} ON dbo.document_chunks (chunk_id) WHERE {new_at} IS NULL;
-- ragsql: allow offline-index the file is one transaction, and an index is built online in none
CREATE INDEX {new_hash} ON dbo.document_chunks (source_hash) INCLUDE ({new_model}, {new_at});

UPDATE dbo.corpus SET next_generation = {number}, next_model = {new_name}, next_dims = {new_number} WHERE corpus_id = 1;
GO

{ingest_in_between}
GO

{backfill}
