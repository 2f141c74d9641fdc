-- also: reserved-name
-- told
USE [master];
GO
CREATE TABLE dbo.[use] (id INT NOT NULL);
PRINT 'USE master';
/* USE master */
