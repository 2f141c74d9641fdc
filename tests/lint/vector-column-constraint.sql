-- told
CREATE TABLE dbo.a (id INT NOT NULL CONSTRAINT pk_a PRIMARY KEY, vec VECTOR(4) NOT NULL CONSTRAINT uq_a UNIQUE);
-- told
CREATE TABLE dbo.b (id INT NOT NULL CONSTRAINT pk_b PRIMARY KEY, vec VECTOR(4) NULL CONSTRAINT df_b DEFAULT NULL);
CREATE TABLE dbo.c (id INT NOT NULL CONSTRAINT pk_c PRIMARY KEY, vec VECTOR(4) NULL, body NVARCHAR(50) NULL);
-- told
CREATE INDEX ix_c ON dbo.c (vec);
-- told
CREATE STATISTICS st_c ON dbo.c (vec);
-- told
ALTER TABLE dbo.c ADD CONSTRAINT ck_c CHECK (vec IS NOT NULL OR body IS NULL);
-- told
ALTER TABLE dbo.c ADD norm AS VECTOR_NORM(vec, 'norm2') PERSISTED;
-- told
CREATE TYPE dbo.embedding FROM VECTOR(4);
-- included columns, columns that are computed when read, table types
CREATE INDEX ix_included ON dbo.c (id) INCLUDE (vec);
ALTER TABLE dbo.c ADD shown_norm AS VECTOR_NORM(vec, 'norm2');
CREATE TYPE dbo.embeddings AS TABLE (id INT NOT NULL PRIMARY KEY, vec VECTOR(4) NULL);
