-- file: migrations/V1__cut.sql
CREATE PROCEDURE dbo.cut @text NVARCHAR(MAX), @overlap INT AS
BEGIN
    SELECT c.chunk
    -- told
    FROM AI_GENERATE_CHUNKS(source = @text, chunk_type = N'FIXED', chunk_size = 500) AS c;
    SELECT c.chunk
    FROM AI_GENERATE_CHUNKS(source = @text, chunk_size = 500,
        -- told
        chunk_type = sentence,
        -- told
        overlap = 60) AS c;
    SELECT c.chunk
    FROM AI_GENERATE_CHUNKS(source = @text, chunk_type = fixed, chunk_size = 500, overlap = 50, enable_chunk_set_id = 1) AS c;
    SELECT c.chunk FROM AI_GENERATE_CHUNKS(source = @text, chunk_type = FIXED, chunk_size = 500, overlap = @overlap) AS c;
END;
-- file: migrations/V90__level.sql
-- ragsql: no-transaction
ALTER DATABASE CURRENT SET COMPATIBILITY_LEVEL = 160;
GO
SELECT c.chunk
-- told
FROM AI_GENERATE_CHUNKS(source = N'text', chunk_type = FIXED, chunk_size = 100) AS c;
GO
ALTER DATABASE CURRENT SET COMPATIBILITY_LEVEL = 170;
GO
SELECT c.chunk FROM AI_GENERATE_CHUNKS(source = N'text', chunk_type = FIXED, chunk_size = 100) AS c;
