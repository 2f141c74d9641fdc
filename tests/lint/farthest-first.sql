-- file: migrations/V1__chunk.sql
CREATE TABLE dbo.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY CLUSTERED,
    doc INT NOT NULL,
    vec VECTOR(4) NULL
);
-- file: migrations/V2__procedures.sql
CREATE PROCEDURE dbo.find @q VECTOR(4) AS
BEGIN
    SELECT TOP (5) id FROM dbo.chunk
    -- told
    ORDER BY VECTOR_DISTANCE('dot', vec, @q) DESC;
    SELECT TOP (5) id, VECTOR_DISTANCE('cosine', vec, @q) AS score FROM dbo.chunk
    -- told
    ORDER BY score DESC;
    SELECT TOP (5) id, 1 - VECTOR_DISTANCE('cosine', vec, @q) AS similarity FROM dbo.chunk ORDER BY similarity DESC;
    SELECT TOP (5) id FROM dbo.chunk ORDER BY VECTOR_DISTANCE('dot', vec, @q) ASC;
END;
