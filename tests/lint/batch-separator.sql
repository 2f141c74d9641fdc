CREATE TABLE dbo.one (id INT NOT NULL);
-- told
GO;
CREATE TABLE dbo.two (id INT NOT NULL);
-- told
go CREATE TABLE dbo.three (id INT NOT NULL);
GO 2 -- a count and a comment
PRINT 'GO;
GO;';
GO
