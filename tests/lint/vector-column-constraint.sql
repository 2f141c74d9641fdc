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
-- told
ALTER TABLE dbo.c ADD CONSTRAINT fk_c FOREIGN KEY (vec) REFERENCES dbo.a (vec);
GO
-- told
CREATE PARTITION FUNCTION by_vector (VECTOR(4)) AS RANGE RIGHT FOR VALUES ('[1,2,3,4]');
GO
CREATE PARTITION FUNCTION by_id (INT) AS RANGE RIGHT FOR VALUES (1000);
CREATE PARTITION SCHEME spread AS PARTITION by_id ALL TO ([PRIMARY]);
GO
-- told
CREATE TABLE dbo.parts (id INT NOT NULL, vec VECTOR(4) NULL) ON spread (vec);
CREATE TABLE dbo.spread_out (id INT NOT NULL, vec VECTOR(4) NULL) ON spread (id);
-- told
CREATE INDEX ix_spread ON dbo.spread_out (id) ON spread (vec);
-- told
CREATE TABLE dbo.fast (id INT NOT NULL CONSTRAINT pk_fast PRIMARY KEY NONCLUSTERED, vec VECTOR(4) NULL) WITH (MEMORY_OPTIMIZED = ON);
CREATE TABLE dbo.quick (id INT NOT NULL CONSTRAINT pk_quick PRIMARY KEY NONCLUSTERED) WITH (MEMORY_OPTIMIZED = ON);
-- told
ALTER TABLE dbo.quick ADD vec VECTOR(4) NULL;
-- told
CREATE TYPE dbo.fast_rows AS TABLE (id INT NOT NULL PRIMARY KEY NONCLUSTERED, vec VECTOR(4) NULL) WITH (MEMORY_OPTIMIZED = ON);
GO
CREATE TABLE dbo.anything (id INT NOT NULL CONSTRAINT pk_anything PRIMARY KEY, thing SQL_VARIANT NULL);
GO
-- told
SELECT CAST(vec AS SQL_VARIANT) AS thing FROM dbo.c;
-- told
INSERT INTO dbo.anything (id, thing) SELECT id, vec FROM dbo.c;
INSERT INTO dbo.anything (id, thing) SELECT id, body FROM dbo.c;
SELECT CAST(CAST(vec AS NVARCHAR(MAX)) AS NVARCHAR(4000)) AS text_of_vector, CAST(id AS SQL_VARIANT) AS thing FROM dbo.c;
