-- Pairs of scripts that lead to the same schema: the second one as the server's catalog tells it.

-- case: brackets and letter case
CREATE TABLE dbo.Chunks (Id INT NOT NULL, Note NVARCHAR(10) NULL);
-- is:
create table [DBO].[chunks] ([id] [int] NOT NULL, [note] [nvarchar](10) NULL)

-- case: nullability that is not written
CREATE TABLE t (a int, b int NOT NULL);
-- is:
CREATE TABLE t (a int NULL, b int NOT NULL);

-- case: an identity is never NULL
CREATE TABLE t (a int IDENTITY);
-- is:
CREATE TABLE t (a int IDENTITY(1,1) NOT NULL);

-- case: a primary key is never NULL
CREATE TABLE t (a int PRIMARY KEY, b int);
-- is:
CREATE TABLE t (a int NOT NULL, b int NULL, PRIMARY KEY CLUSTERED (a ASC));

-- case: an alias type brings its nullability
CREATE TYPE dbo.code FROM varchar(10) NOT NULL; CREATE TABLE t (a dbo.code);
-- is:
CREATE TYPE dbo.code FROM varchar(10) NOT NULL; CREATE TABLE t (a dbo.code NOT NULL);

-- case: type synonyms
CREATE TABLE t (a INTEGER, b DEC(5), c CHARACTER VARYING(10), d DOUBLE PRECISION, e ROWVERSION, f NATIONAL CHARACTER(2));
-- is:
CREATE TABLE t (a int NULL, b decimal(5,0) NULL, c varchar(10) NULL, d float(53) NULL, e timestamp NOT NULL, f nchar(2) NULL);

-- case: lengths that are not written
CREATE TABLE t (a char, b nvarchar, c decimal, d datetime2, e time, f float(24), g numeric(9,2), h varbinary);
-- is:
CREATE TABLE t (a char(1), b nvarchar(1), c decimal(18,0), d datetime2(7), e time(7), f real, g decimal(9,2), h varbinary(1));

-- case: vectors
CREATE TABLE t (a VECTOR(1024), b Vector ( 1024 ), c vector(1024, float32), d sys.vector(3), e [vector](3, FLOAT16));
-- is:
CREATE TABLE t (a vector(1024) NULL, b vector(1024) NULL, c vector(1024) NULL, d vector(3) NULL, e vector(3, float16) NULL);

-- case: a check and a default that the server rewrites (DacFx 350)
CREATE TABLE t (a int NOT NULL CONSTRAINT ck CHECK (a IN (1,2)), b datetime CONSTRAINT df DEFAULT GETDATE());
-- is:
CREATE TABLE t (a int NOT NULL, b datetime NULL CONSTRAINT df DEFAULT (getdate()), CONSTRAINT ck CHECK ([a]=(2) OR [a]=(1)));

-- case: a persisted computed column of a column that is never NULL (DacFx 500)
CREATE TABLE t (a int NOT NULL, b AS a PERSISTED);
-- is:
CREATE TABLE t (a int NOT NULL, b AS ([a]) PERSISTED NOT NULL);

-- case: CAST in a computed column (DacFx 659)
CREATE TABLE t (t datetime2, d AS CAST(t AS DATE) PERSISTED);
-- is:
CREATE TABLE t (t datetime2(7), d AS (CONVERT([date],[t])) PERSISTED);

-- case: a computed column of a table type (DacFx 432)
CREATE TYPE dbo.tt AS TABLE (a INT, b AS a);
-- is:
CREATE TYPE dbo.tt AS TABLE (a int NULL, b AS ([a]));

-- case: a default of another tool
CREATE TABLE t (a bit NOT NULL DEFAULT CONVERT([bit],(1)));
-- is:
CREATE TABLE t (a bit NOT NULL DEFAULT (CONVERT(bit, 1)));

-- case: a default inline or by ALTER TABLE
CREATE TABLE t (a int NOT NULL CONSTRAINT df DEFAULT 0);
-- is:
CREATE TABLE t (a int NOT NULL); ALTER TABLE t ADD CONSTRAINT df DEFAULT ((0)) FOR a;

-- case: a key inline or by ALTER TABLE
CREATE TABLE t (a int NOT NULL CONSTRAINT pk PRIMARY KEY);
-- is:
CREATE TABLE t (a int NOT NULL); ALTER TABLE t ADD CONSTRAINT pk PRIMARY KEY CLUSTERED (a ASC);

-- case: constraints that the system names
CREATE TABLE t (a int NOT NULL DEFAULT 0 CHECK (a > 0) UNIQUE);
-- is:
CREATE TABLE t (a int NOT NULL DEFAULT ((0)), UNIQUE NONCLUSTERED (a ASC), CHECK ([a]>(0)));

-- case: a key that is nonclustered because something else is clustered
CREATE TABLE t (a int NOT NULL CONSTRAINT pk PRIMARY KEY, b int NOT NULL CONSTRAINT uq UNIQUE CLUSTERED);
-- is:
CREATE TABLE t (a int NOT NULL CONSTRAINT pk PRIMARY KEY NONCLUSTERED, b int NOT NULL CONSTRAINT uq UNIQUE CLUSTERED);

-- case: a foreign key without columns refers to the primary key
CREATE TABLE p (id int NOT NULL CONSTRAINT pk PRIMARY KEY); CREATE TABLE c (p int CONSTRAINT fk REFERENCES p);
-- is:
CREATE TABLE p (id int NOT NULL CONSTRAINT pk PRIMARY KEY); CREATE TABLE c (p int, CONSTRAINT fk FOREIGN KEY (p) REFERENCES dbo.p (id) ON DELETE NO ACTION ON UPDATE NO ACTION);

-- case: options that say what holds anyway
CREATE TABLE t (a int NOT NULL CONSTRAINT pk PRIMARY KEY); CREATE INDEX i ON t (a);
-- is:
CREATE TABLE t (a int NOT NULL CONSTRAINT pk PRIMARY KEY CLUSTERED (a) WITH (PAD_INDEX = OFF, STATISTICS_NORECOMPUTE = OFF, IGNORE_DUP_KEY = OFF, ALLOW_ROW_LOCKS = ON, ALLOW_PAGE_LOCKS = ON, OPTIMIZE_FOR_SEQUENTIAL_KEY = OFF) ON [PRIMARY]) ON [PRIMARY]; CREATE NONCLUSTERED INDEX i ON t (a ASC) WITH (FILLFACTOR = 100, DATA_COMPRESSION = NONE) ON [PRIMARY];

-- case: how an index was built
CREATE TABLE t (a int); CREATE INDEX i ON t (a) WITH (ONLINE = ON, MAXDOP = 4, SORT_IN_TEMPDB = ON);
-- is:
CREATE TABLE t (a int); CREATE INDEX i ON t (a);

-- case: included columns have no order
CREATE TABLE t (a int, b int, c int); CREATE INDEX i ON t (a) INCLUDE (b, c);
-- is:
CREATE TABLE t (a int, b int, c int); CREATE INDEX i ON t (a) INCLUDE (c, b);

-- case: a filter
CREATE TABLE t (a int, b datetime2); CREATE INDEX i ON t (a) WHERE b IS NULL AND a > 0;
-- is:
CREATE TABLE t (a int, b datetime2); CREATE INDEX i ON t (a) WHERE ([b] IS NULL AND [a]>(0));

-- case: the order in which indexes and constraints came
CREATE TABLE t (a int, CONSTRAINT x CHECK (a > 0), CONSTRAINT y CHECK (a < 9)); CREATE INDEX j ON t (a); CREATE INDEX i ON t (a DESC);
-- is:
CREATE TABLE t (a int, CONSTRAINT y CHECK (a < 9), CONSTRAINT x CHECK (a > 0)); CREATE INDEX i ON t (a DESC); CREATE INDEX j ON t (a);

-- case: a vector index
CREATE TABLE t (id int NOT NULL PRIMARY KEY, e vector(3)); CREATE VECTOR INDEX v ON t (e) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
-- is:
CREATE TABLE t (id int NOT NULL PRIMARY KEY, e vector(3)); CREATE VECTOR INDEX v ON dbo.t (e) WITH (TYPE = 'diskann', METRIC = 'COSINE', MAXDOP = 2);

-- case: a module's white space, comments and letter case
CREATE PROCEDURE dbo.p @x INT AS BEGIN SELECT a FROM dbo.t WHERE b = @x; END
-- is:
/* finds it */ create procedure [dbo].[p]
    @x int -- the key
as
begin
    select [a] from [dbo].[t] where [b] = @x;
end;

-- case: a module that was altered
CREATE OR ALTER VIEW dbo.v AS SELECT 1 AS x
-- is:
CREATE VIEW v AS SELECT 2 AS x
GO
ALTER VIEW dbo.v AS SELECT 1 AS x

-- case: a module that was renamed keeps its text
CREATE VIEW dbo.v AS SELECT 1 AS x
-- is:
CREATE VIEW dbo.old AS SELECT 1 AS x
GO
EXEC sp_rename 'dbo.old', 'v'

-- case: a policy in another order and spelling
CREATE SECURITY POLICY p ADD FILTER PREDICATE rls.f(tenant) ON dbo.t, ADD BLOCK PREDICATE rls.f(tenant) ON dbo.t AFTER INSERT WITH (STATE = ON);
-- is:
CREATE SECURITY POLICY [dbo].[p] ADD BLOCK PREDICATE [rls].[f]([tenant]) ON [dbo].[t] AFTER INSERT, ADD FILTER PREDICATE [rls].[f]([tenant]) ON [dbo].[t] WITH (STATE = ON, SCHEMABINDING = ON) ;

-- case: a sequence with what holds anyway
CREATE SEQUENCE dbo.s;
-- is:
CREATE SEQUENCE dbo.s AS [bigint] START WITH -9223372036854775808 INCREMENT BY 1 MINVALUE -9223372036854775808 MAXVALUE 9223372036854775807 NO CYCLE;

-- case: a sequence that counts down
CREATE SEQUENCE dbo.s AS smallint INCREMENT BY -1;
-- is:
CREATE SEQUENCE dbo.s AS smallint START WITH 32767 INCREMENT BY -1 MINVALUE -32768 MAXVALUE 32767 NO CYCLE;

-- case: a schema of dbo
CREATE SCHEMA app;
-- is:
CREATE SCHEMA [app] AUTHORIZATION [dbo];

-- case: a user whose schema is dbo
CREATE USER u WITHOUT LOGIN;
-- is:
CREATE USER [u] WITHOUT LOGIN WITH DEFAULT_SCHEMA=[dbo];

-- case: permissions on columns
CREATE TABLE t (a int, b int); GRANT SELECT (a, b) ON t TO public;
-- is:
CREATE TABLE t (a int, b int); GRANT SELECT (b) ON dbo.t TO [public]; GRANT SELECT ON OBJECT::dbo.t (a) TO public;

-- case: a temporal table and the history that comes by itself
CREATE TABLE t (id int NOT NULL PRIMARY KEY, twice AS (id * 2), f datetime2 GENERATED ALWAYS AS ROW START NOT NULL, u datetime2 GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (f, u)) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.th, DATA_CONSISTENCY_CHECK = ON));
-- is:
CREATE TABLE th (id int NOT NULL, twice int NULL, f datetime2(7) NOT NULL, u datetime2(7) NOT NULL); CREATE CLUSTERED INDEX ix_th ON th (u, f) WITH (DATA_COMPRESSION = PAGE); CREATE TABLE t (id int NOT NULL PRIMARY KEY, twice AS ([id]*(2)), f datetime2(7) GENERATED ALWAYS AS ROW START NOT NULL, u datetime2(7) GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (f, u)) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = [dbo].[th]));

-- case: an external model
CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://x', API_FORMAT = 'OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'e', PARAMETERS = '{"dimensions":3}');
-- is:
CREATE EXTERNAL MODEL [m] AUTHORIZATION [dbo] WITH (MODEL = N'e', PARAMETERS = '{ "dimensions" : 3 }', LOCATION = 'https://x', API_FORMAT = 'OpenAI', MODEL_TYPE = embeddings);

-- case: settings of the database
ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 4;
-- is:
alter database scoped configuration set maxdop = 4;

-- case: statistics and how they were made
CREATE TABLE t (a int, b int); CREATE STATISTICS s ON t (a, b) WHERE b IN (1, 2) WITH FULLSCAN, NORECOMPUTE;
-- is:
CREATE TABLE t (a int, b int); CREATE STATISTICS s ON dbo.t ([a], [b]) WHERE ([b]=(2) OR [b]=(1)) WITH NORECOMPUTE, INCREMENTAL = OFF;

-- case: a persisted column that cannot be NULL
CREATE TABLE t (a nvarchar(9) NULL, b AS ISNULL(a, N'') PERSISTED, c AS CASE WHEN a > N'' THEN 1 ELSE 0 END PERSISTED);
-- is:
CREATE TABLE t (a nvarchar(9) NULL, b AS (isnull([a],N'')) PERSISTED NOT NULL, c AS (case when [a]>N'' then (1) else (0) end) PERSISTED NOT NULL);

-- case: history that is no longer kept is kept for no time
CREATE TABLE t (id int NOT NULL PRIMARY KEY, f datetime2 GENERATED ALWAYS AS ROW START NOT NULL, u datetime2 GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (f, u)) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.th, HISTORY_RETENTION_PERIOD = 6 MONTHS)); ALTER TABLE t SET (SYSTEM_VERSIONING = OFF);
-- is:
CREATE TABLE t (id int NOT NULL PRIMARY KEY, f datetime2 GENERATED ALWAYS AS ROW START NOT NULL, u datetime2 GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (f, u)); CREATE TABLE th (id int NOT NULL, f datetime2 NOT NULL, u datetime2 NOT NULL); CREATE CLUSTERED INDEX ix_th ON th (u, f);

-- case: how long history is kept, changed
CREATE TABLE t (id int NOT NULL PRIMARY KEY, f datetime2 GENERATED ALWAYS AS ROW START NOT NULL, u datetime2 GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (f, u)) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.th)); ALTER TABLE t SET (SYSTEM_VERSIONING = ON (HISTORY_RETENTION_PERIOD = 9 MONTHS));
-- is:
CREATE TABLE t (id int NOT NULL PRIMARY KEY, f datetime2 GENERATED ALWAYS AS ROW START NOT NULL, u datetime2 GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (f, u)) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.th, HISTORY_RETENTION_PERIOD = 9 MONTH));
