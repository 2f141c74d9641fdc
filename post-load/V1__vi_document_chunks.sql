-- The vector index belongs to the load: it is created once at least 100 rows hold a vector (Msg 42266),
-- outside any transaction (Msg 574). The retrieval query names the same metric.
CREATE VECTOR INDEX vi_document_chunks
    ON dbo.document_chunks (embedding)
    WITH (METRIC = 'cosine', TYPE = 'DiskANN');
