{ingest}
GO

DROP INDEX IF EXISTS {gone_index} ON dbo.document_chunks;
DROP INDEX {gone_queue} ON dbo.document_chunks;
DROP INDEX {gone_hash} ON dbo.document_chunks;
-- ragsql: allow drop-column {why}
ALTER TABLE dbo.document_chunks DROP COLUMN {gone}, {gone_model}, {gone_dims}, {gone_at};
{drop_model}
