-- Pairs of scripts that lead to different schemas, though they nearly look alike.

-- case: another type
CREATE TABLE t (a int NULL);
-- not:
CREATE TABLE t (a bigint NULL);

-- case: another length
CREATE TABLE t (a nvarchar(10));
-- not:
CREATE TABLE t (a nvarchar(20));

-- case: another nullability
CREATE TABLE t (a int NULL);
-- not:
CREATE TABLE t (a int NOT NULL);

-- case: other dimensions
CREATE TABLE t (a vector(3));
-- not:
CREATE TABLE t (a vector(4));

-- case: another base type of a vector
CREATE TABLE t (a vector(3));
-- not:
CREATE TABLE t (a vector(3, float16));

-- case: another increment
CREATE TABLE t (a int IDENTITY(1, 1));
-- not:
CREATE TABLE t (a int IDENTITY(1, 2));

-- case: swapped key order
CREATE TABLE t (a int, b int); CREATE INDEX i ON t (a, b);
-- not:
CREATE TABLE t (a int, b int); CREATE INDEX i ON t (b, a);

-- case: another direction
CREATE TABLE t (a int); CREATE INDEX i ON t (a);
-- not:
CREATE TABLE t (a int); CREATE INDEX i ON t (a DESC);

-- case: an extra INCLUDE
CREATE TABLE t (a int, b int, c int); CREATE INDEX i ON t (a) INCLUDE (b);
-- not:
CREATE TABLE t (a int, b int, c int); CREATE INDEX i ON t (a) INCLUDE (b, c);

-- case: unique or not
CREATE TABLE t (a int); CREATE INDEX i ON t (a);
-- not:
CREATE TABLE t (a int); CREATE UNIQUE INDEX i ON t (a);

-- case: another filter
CREATE TABLE t (a int); CREATE INDEX i ON t (a) WHERE a IS NULL;
-- not:
CREATE TABLE t (a int); CREATE INDEX i ON t (a) WHERE a IS NOT NULL;

-- case: another compression
CREATE TABLE t (a int); CREATE INDEX i ON t (a);
-- not:
CREATE TABLE t (a int); CREATE INDEX i ON t (a) WITH (DATA_COMPRESSION = PAGE);

-- case: a disabled index
CREATE TABLE t (a int); CREATE INDEX i ON t (a);
-- not:
CREATE TABLE t (a int); CREATE INDEX i ON t (a); ALTER INDEX i ON t DISABLE;

-- case: another metric
CREATE TABLE t (id int PRIMARY KEY, e vector(3)); CREATE VECTOR INDEX v ON t (e) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- not:
CREATE TABLE t (id int PRIMARY KEY, e vector(3)); CREATE VECTOR INDEX v ON t (e) WITH (METRIC = 'dot', TYPE = 'DiskANN');

-- case: a clustered key or none
CREATE TABLE t (a int NOT NULL CONSTRAINT pk PRIMARY KEY);
-- not:
CREATE TABLE t (a int NOT NULL CONSTRAINT pk PRIMARY KEY NONCLUSTERED);

-- case: another action
CREATE TABLE p (id int PRIMARY KEY); CREATE TABLE c (p int CONSTRAINT fk REFERENCES p (id));
-- not:
CREATE TABLE p (id int PRIMARY KEY); CREATE TABLE c (p int CONSTRAINT fk REFERENCES p (id) ON DELETE CASCADE);

-- case: a constraint that is not trusted
CREATE TABLE t (a int); ALTER TABLE t WITH CHECK ADD CONSTRAINT k CHECK (a > 0);
-- not:
CREATE TABLE t (a int); ALTER TABLE t WITH NOCHECK ADD CONSTRAINT k CHECK (a > 0);

-- case: a default with a name or without
CREATE TABLE t (a int CONSTRAINT df DEFAULT 0);
-- not:
CREATE TABLE t (a int DEFAULT 0);

-- case: persisted or not
CREATE TABLE t (a int, b AS a + 1);
-- not:
CREATE TABLE t (a int, b AS a + 1 PERSISTED);

-- case: a string in a module
CREATE PROCEDURE p AS SELECT 'a  b';
-- not:
CREATE PROCEDURE p AS SELECT 'a b';

-- case: a bracketed name that is a word
CREATE VIEW v AS SELECT 1 AS [from] FROM t;
-- not:
CREATE VIEW v AS SELECT 1 AS [form] FROM t;

-- case: SET options of a module
CREATE PROCEDURE p AS SELECT 1
-- not:
SET QUOTED_IDENTIFIER OFF
GO
CREATE PROCEDURE p AS SELECT 1

-- case: SCHEMABINDING
CREATE VIEW dbo.v WITH SCHEMABINDING AS SELECT a FROM dbo.t
-- not:
CREATE VIEW dbo.v AS SELECT a FROM dbo.t

-- case: a trigger that is disabled
CREATE TABLE t (a int);
GO
CREATE TRIGGER dbo.tr ON dbo.t AFTER INSERT AS PRINT 'x'
-- not:
CREATE TABLE t (a int);
GO
CREATE TRIGGER dbo.tr ON dbo.t AFTER INSERT AS PRINT 'x'
GO
DISABLE TRIGGER dbo.tr ON dbo.t

-- case: a policy that is off
CREATE SECURITY POLICY p ADD FILTER PREDICATE rls.f(a) ON dbo.t WITH (STATE = ON);
-- not:
CREATE SECURITY POLICY p ADD FILTER PREDICATE rls.f(a) ON dbo.t WITH (STATE = OFF);

-- case: another argument of a predicate
CREATE SECURITY POLICY p ADD FILTER PREDICATE rls.f(a) ON dbo.t WITH (STATE = ON);
-- not:
CREATE SECURITY POLICY p ADD FILTER PREDICATE rls.f(b) ON dbo.t WITH (STATE = ON);

-- case: BLOCK of another operation
CREATE SECURITY POLICY p ADD BLOCK PREDICATE rls.f(a) ON dbo.t AFTER INSERT WITH (STATE = ON);
-- not:
CREATE SECURITY POLICY p ADD BLOCK PREDICATE rls.f(a) ON dbo.t AFTER UPDATE WITH (STATE = ON);

-- case: GRANT or DENY
CREATE TABLE t (a int); GRANT SELECT ON t TO public;
-- not:
CREATE TABLE t (a int); DENY SELECT ON t TO public;

-- case: WITH GRANT OPTION
CREATE TABLE t (a int); GRANT SELECT ON t TO public;
-- not:
CREATE TABLE t (a int); GRANT SELECT ON t TO public WITH GRANT OPTION;

-- case: another start
CREATE SEQUENCE dbo.s AS int START WITH 1;
-- not:
CREATE SEQUENCE dbo.s AS int START WITH 2;

-- case: the order of columns in a table type
CREATE TYPE dbo.tt AS TABLE (a int, b int);
-- not:
CREATE TYPE dbo.tt AS TABLE (b int, a int);

-- case: another place of an external model
CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://x/A', API_FORMAT = 'OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'e');
-- not:
CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://x/a', API_FORMAT = 'OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'e');

-- case: another collation
CREATE TABLE t (a varchar(10) COLLATE Latin1_General_BIN2);
-- not:
CREATE TABLE t (a varchar(10) COLLATE Latin1_General_CI_AS);

-- case: a history table that a person made
CREATE TABLE t (id int PRIMARY KEY, f datetime2 GENERATED ALWAYS AS ROW START NOT NULL, u datetime2 GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (f, u)) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.th));
-- not:
CREATE TABLE th (id int NOT NULL, f datetime2 NOT NULL, u datetime2 NOT NULL); CREATE CLUSTERED COLUMNSTORE INDEX cc ON th; CREATE TABLE t (id int PRIMARY KEY, f datetime2 GENERATED ALWAYS AS ROW START NOT NULL, u datetime2 GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (f, u)) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.th));

-- case: statistics with another filter
CREATE TABLE t (a int); CREATE STATISTICS s ON t (a) WHERE a > 0;
-- not:
CREATE TABLE t (a int); CREATE STATISTICS s ON t (a);

-- case: statistics that are not recomputed
CREATE TABLE t (a int); CREATE STATISTICS s ON t (a) WITH FULLSCAN, NORECOMPUTE;
-- not:
CREATE TABLE t (a int); CREATE STATISTICS s ON t (a) WITH FULLSCAN;

-- case: a persisted column that is NOT NULL
CREATE TABLE t (a int NULL, b AS a * 2 PERSISTED);
-- not:
CREATE TABLE t (a int NULL, b AS a * 2 PERSISTED NOT NULL);

-- case: a persisted text that is NOT NULL
CREATE TABLE t (a nvarchar(9) NULL, b AS UPPER(a) PERSISTED);
-- not:
CREATE TABLE t (a nvarchar(9) NULL, b AS UPPER(a) PERSISTED NOT NULL);
