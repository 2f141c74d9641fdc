-- engine: sql2025
CREATE TABLE dbo.few (id INT NOT NULL CONSTRAINT pk_few PRIMARY KEY, vec VECTOR(4) NULL);
CREATE TABLE dbo.wide (id BIGINT NOT NULL CONSTRAINT pk_wide PRIMARY KEY, vec VECTOR(4) NULL);
-- refused: 195
CREATE TABLE dbo.half (id INT NOT NULL CONSTRAINT pk_half PRIMARY KEY, vec VECTOR(4, float16) NULL);
-- refused: 343
CREATE VECTOR INDEX vi ON dbo.few (vec) WITH (METRIC = 'cosine');
ALTER DATABASE SCOPED CONFIGURATION SET PREVIEW_FEATURES = ON;
CREATE TABLE dbo.half (id INT NOT NULL CONSTRAINT pk_half PRIMARY KEY, vec VECTOR(4, float16) NULL);
-- refused: 153
CREATE VECTOR INDEX vi ON dbo.few (vec);
-- an index on a table with few rows is fine here, a key that is no int is not
-- refused: 42217
CREATE VECTOR INDEX vi ON dbo.wide (vec) WITH (METRIC = 'cosine');
CREATE VECTOR INDEX vi ON dbo.few (vec) WITH (METRIC = 'cosine');
-- refused: 42231
INSERT dbo.few (id) VALUES (1);
-- refused: 42231
DELETE FROM dbo.few;
SELECT id FROM dbo.few;
-- the server has other databases
USE master;
SELECT name FROM msdb.dbo.sysjobs;

-- transactions
BEGIN TRANSACTION;
-- refused: 3021
BACKUP LOG ragdb TO DISK = 'x';
-- refused: 574
RECONFIGURE;
COMMIT;
BACKUP LOG ragdb TO DISK = 'x';
