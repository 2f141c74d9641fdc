-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    language CHAR(2) NULL
);
CREATE TABLE dbo.gone (id INT NOT NULL);
-- file: migrations/V2__clean.sql
-- told
DELETE dbo.document;
-- told
DELETE FROM d OUTPUT deleted.id FROM dbo.document AS d;
DELETE FROM dbo.document WHERE id = 1;
DELETE d FROM dbo.document AS d JOIN dbo.gone AS g ON g.id = d.id;
DELETE TOP (100) FROM dbo.document;
WITH old AS (SELECT * FROM dbo.document WHERE language IS NULL) DELETE FROM old;
DECLARE @t TABLE (id INT);
DELETE FROM @t;
CREATE TABLE dbo.stage (id INT NOT NULL);
DELETE FROM dbo.stage;
DELETE FROM #work;
IF (SELECT COUNT(*) FROM dbo.gone) > 5
    -- told
    DELETE FROM dbo.gone;
-- file: migrations/V3__kind.sql
CREATE TABLE dbo.kind (id INT NOT NULL, name NVARCHAR(40) NOT NULL);
-- file: migrations/V4__kinds.sql
-- a warning: the rows are replaced
-- told
DELETE FROM dbo.kind;
INSERT INTO dbo.kind (id, name) VALUES (1, N'letter'), (2, N'invoice');
-- file: migrations/V5__always.sql
-- a condition that always holds is none
-- told
DELETE FROM dbo.document WHERE 1 = 1;
-- told
DELETE FROM dbo.document WHERE id = id;
-- told
DELETE FROM dbo.document WHERE id IS NOT NULL;
DELETE FROM dbo.document WHERE language IS NOT NULL;
DELETE FROM dbo.document WHERE 1 = 0;
-- told
WITH every AS (SELECT id FROM dbo.document) DELETE FROM every;
WITH first AS (SELECT TOP (10) id FROM dbo.document ORDER BY id) DELETE FROM first;
-- file: migrations/V6__merged.sql
MERGE dbo.document AS t USING dbo.gone AS s ON s.id = t.id WHEN MATCHED THEN DELETE;
MERGE dbo.document AS t USING dbo.gone AS s ON s.id = t.id WHEN NOT MATCHED BY SOURCE AND t.language = 'en' THEN DELETE;
-- what the source does not have: an error without rows that come, a warning with them
-- told
MERGE dbo.document AS t USING dbo.gone AS s ON s.id = t.id WHEN NOT MATCHED BY SOURCE THEN DELETE;
-- told
MERGE dbo.kind AS t USING (VALUES (1, N'letter')) AS s (id, name) ON s.id = t.id
WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name)
WHEN NOT MATCHED BY SOURCE THEN DELETE;
