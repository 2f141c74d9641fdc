-- refused: 40508
USE master;
-- refused: 40515
CREATE SYNONYM dbo.jobs FOR msdb.dbo.sysjobs;
-- refused: 40515
SELECT id FROM linked.ragdb.dbo.doc;
CREATE TABLE ragdb.dbo.doc (id INT NOT NULL);
-- refused: 40510
BACKUP DATABASE ragdb TO DISK = 'x';
-- refused: 40510
EXEC sp_configure 'show advanced options', 1;
-- refused: 40518
DBCC TRACEON (272);
DBCC CHECKIDENT ('dbo.doc');
-- refused: 208
CREATE TABLE dbo.far (id INT NOT NULL) ON archive;
CREATE TABLE dbo.near (id INT NOT NULL) ON [PRIMARY];
-- refused: 40517
CREATE TABLE dbo.stream (id UNIQUEIDENTIFIER ROWGUIDCOL NOT NULL, body VARBINARY(MAX) FILESTREAM NULL);
BEGIN TRANSACTION;
-- refused: 226
ALTER DATABASE CURRENT SET RECOVERY SIMPLE;
-- refused: 574
CREATE FULLTEXT CATALOG ft;
-- refused: 6115
KILL 53;
-- refused: 40510
RECONFIGURE;
COMMIT;
ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT ON;
CREATE FULLTEXT CATALOG ft;
SET QUOTED_IDENTIFIER OFF;
-- refused: 1934
CREATE INDEX ix ON dbo.near (id) WHERE id > 0;
CREATE INDEX ix ON dbo.near (id);

-- external models
-- refused: 46505
CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://x.openai.azure.com/', MODEL_TYPE = EMBEDDINGS, MODEL = 'e');
-- refused: 46508
CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://x.openai.azure.com/', API_FORMAT = 'Azure', MODEL_TYPE = EMBEDDINGS, MODEL = 'e');
-- refused: 102
CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://x.openai.azure.com/', API_FORMAT = 'Azure OpenAI', MODEL_TYPE = CHAT, MODEL = 'e');
CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://x.openai.azure.com/', API_FORMAT = 'Azure OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'e');
-- refused: 156
DROP EXTERNAL MODEL IF EXISTS m;
DROP EXTERNAL MODEL m;

-- what Azure SQL Database does not have
-- refused: 40510
CREATE QUEUE dbo.work;
-- refused: 40510
EXECUTE AS LOGIN = 'other';
-- refused: 40517
SELECT * FROM OPENQUERY(elsewhere, 'SELECT 1');
