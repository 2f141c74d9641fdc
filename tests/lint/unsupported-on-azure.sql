-- also: scoped-configuration-mixed
CREATE TABLE dbo.doc (id INT NOT NULL) ON [PRIMARY];
-- told
CREATE TABLE dbo.far (id INT NOT NULL) ON archive;
-- told
EXEC sys.sp_configure 'show advanced options', 1;
-- told
RECONFIGURE;
-- told
BACKUP DATABASE db TO DISK = 'db.bak';
-- told
DBCC TRACEON (272, -1);
-- told
CREATE CREDENTIAL server_wide WITH IDENTITY = 'someone';
-- these are there
DBCC CHECKIDENT ('dbo.doc', RESEED, 0);
ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 4;
CREATE DATABASE SCOPED CREDENTIAL of_the_database WITH IDENTITY = 'Managed Identity';

-- told
RESTORE FILELISTONLY FROM DISK = 'db.bak';
-- told
RESTORE LABELONLY FROM DISK = 'db.bak';
-- told
RESTORE SERVICE MASTER KEY FROM FILE = 'key';
-- told
ALTER SERVICE MASTER KEY REGENERATE;
-- told
ALTER TABLE dbo.doc DISABLE FILETABLE_NAMESPACE;
ADD SIGNATURE TO dbo.load BY CERTIFICATE loader;
-- told
CREATE TABLE dbo.shared AS FILETABLE;
-- told
BULK INSERT dbo.doc FROM 'C:\data\doc.csv' WITH (FORMAT = 'CSV');
-- told
INSERT INTO dbo.doc (id) SELECT id FROM OPENROWSET(BULK 'C:\data\doc.txt', SINGLE_CLOB) AS file_of_server (id);
-- told
INSERT INTO dbo.doc (id) SELECT id FROM OPENROWSET('MSOLEDBSQL', 'Server=other', 'SELECT id FROM t') AS other;
-- told
EXEC msdb.dbo.sp_add_job @job_name = N'nightly';
-- from storage
BULK INSERT dbo.doc FROM 'doc.csv' WITH (DATA_SOURCE = 'storage', FORMAT = 'CSV');
BULK INSERT dbo.doc FROM 'https://account.blob.core.windows.net/data/doc.csv' WITH (FORMAT = 'CSV');
INSERT INTO dbo.doc (id) SELECT id FROM OPENROWSET(BULK 'doc.txt', DATA_SOURCE = 'storage', SINGLE_CLOB) AS file_of_storage (id);
