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
