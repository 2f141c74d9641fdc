-- file: migrations/V1__secrets.sql
-- told
CREATE MASTER KEY ENCRYPTION BY PASSWORD = 'Corr3ct-horse';
-- told
CREATE USER reader WITH PASSWORD = N'batt3ry-staple';
CREATE DATABASE SCOPED CREDENTIAL [https://notes.openai.azure.com/]
-- told
    WITH IDENTITY = 'HTTPEndpointHeaders', SECRET = '{"api-key":"0123456789abcdef"}';
CREATE DATABASE SCOPED CREDENTIAL [https://files.blob.core.windows.net/notes]
-- told
    WITH IDENTITY = 'SHARED ACCESS SIGNATURE', SECRET = 'sv=2024-05-04&sr=c&sig=Zm9vYmFyYmF6';
CREATE DATABASE SCOPED CREDENTIAL [https://vault.azure.net/]
    WITH IDENTITY = 'Managed Identity', SECRET = '{"resourceid":"https://vault.azure.net"}';
CREATE USER writer WITH PASSWORD = '$(writer_password)';
CREATE USER app FROM EXTERNAL PROVIDER;
GO
-- told
DECLARE @connection NVARCHAR(200) = N'Server=tcp:db.example.org;User ID=app;Password=hunter22';
-- told
DECLARE @api_key NVARCHAR(60) = N'0123456789abcdef';
-- told
EXEC (N'CREATE LOGIN app WITH PASSWORD = ''hunter22''');
PRINT N'the password is not told here';
CREATE TABLE dbo.person (id INT NOT NULL CONSTRAINT pk_person PRIMARY KEY, password VARBINARY(64) NULL);
GO
INSERT dbo.person (id, password) VALUES (1, 0x0102);
-- file: migrations/V90__tokens.sql
CREATE TABLE dbo.setting (name NVARCHAR(40) NOT NULL, value NVARCHAR(400) NOT NULL);
INSERT INTO dbo.setting (name, value) VALUES
    -- told
    (N'model', N'sk-proj-abcDEF0123456789abcDEF0123456789abcDEF01'),
    (N'code', N'sk-learn-like-words-in-a-row'),
    (N'shown', N'sk-proj-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx');
