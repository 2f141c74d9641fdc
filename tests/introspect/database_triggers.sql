-- A trigger of the database.
CREATE TRIGGER no_drops ON DATABASE FOR DROP_TABLE AS PRINT 'a table was dropped';
GO
DISABLE TRIGGER no_drops ON DATABASE;
