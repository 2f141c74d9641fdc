-- What the whole corpus agrees on, in one row: whose vectors it holds, and how its texts are cut. A vector does not
-- tell which model made it, so every procedure that writes vectors asks here. While `ragsql reembed` moves the corpus to
-- another model, the row tells that one too.
CREATE TABLE dbo.corpus (
    corpus_id       TINYINT       NOT NULL CONSTRAINT df_corpus_corpus_id DEFAULT 1,
    embed_model     SYSNAME       NOT NULL,
    embed_dims      SMALLINT      NOT NULL,
    generation      INT           NOT NULL CONSTRAINT df_corpus_generation DEFAULT 1, -- 1: in embedding, 2: in embedding2, …
    next_model      SYSNAME       NULL,     -- of the vectors that are filled and not searched yet
    next_dims       SMALLINT      NULL,
    next_generation INT           NULL,
    chunker         NVARCHAR(100) NOT NULL, -- of files; text that is in the database is cut by AI_GENERATE_CHUNKS
    chunk_size      INT           NOT NULL, -- in characters
    chunk_overlap   TINYINT       NOT NULL, -- in percent of the size
    CONSTRAINT pk_corpus PRIMARY KEY CLUSTERED (corpus_id),
    CONSTRAINT ck_corpus_one_row CHECK (corpus_id = 1),
    CONSTRAINT ck_corpus_chunk_size CHECK (chunk_size > 0),
    CONSTRAINT ck_corpus_chunk_overlap CHECK (chunk_overlap <= 50)
);

INSERT INTO dbo.corpus (embed_model, embed_dims, chunker, chunk_size, chunk_overlap)
VALUES (N'text-embedding-3-small', 1536, N'ragsql-sections', 1200, 10);
