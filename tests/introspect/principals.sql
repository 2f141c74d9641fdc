-- Users, roles and who is in them.
CREATE ROLE readers;
CREATE ROLE writers AUTHORIZATION readers;
CREATE USER ada WITHOUT LOGIN;
CREATE USER bob WITHOUT LOGIN WITH DEFAULT_SCHEMA = readers;
CREATE USER [carol@example.org] FROM EXTERNAL PROVIDER;
CREATE APPLICATION ROLE app WITH PASSWORD = 'not kept 1!', DEFAULT_SCHEMA = dbo;
ALTER ROLE readers ADD MEMBER ada;
ALTER ROLE writers ADD MEMBER readers;
ALTER ROLE db_datareader ADD MEMBER [carol@example.org];
EXEC sp_addrolemember 'writers', 'bob';
ALTER ROLE readers ADD MEMBER bob;
ALTER ROLE readers DROP MEMBER bob;
CREATE USER gone WITHOUT LOGIN;
DROP USER gone;
ALTER USER ada WITH NAME = ada_lovelace, DEFAULT_SCHEMA = writers;
