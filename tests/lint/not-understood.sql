DECLARE @text NVARCHAR(MAX) = (SELECT script FROM dbo.script);
-- told
EXEC (@text);
-- told
EXEC dbo.procedure_of_someone_else;
EXEC (N'CREATE TABLE dbo.doc (id INT NOT NULL)');
EXEC sp_updatestats;
-- told
SELEC * FROM dbo.doc;
-- told
CREATE TABL dbo.doc2 (id INT);
-- told
ALTER TABLE dbo.doc ADDD x INT;
-- told
FOO BAR BAZ;
