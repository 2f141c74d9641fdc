CREATE TABLE dbo.one (id INT NOT NULL);
GO;
CREATE TABLE dbo.two (id INT NOT NULL);
go ;
PRINT 'three times';
GO 3;
PRINT 'what stands behind GO is for a person to decide';
GO PRINT 'here';
