CREATE TABLE dbo.here (id INT NOT NULL);
-- told
CREATE SYNONYM dbo.jobs FOR msdb.dbo.sysjobs;
-- told
SELECT h.id FROM dbo.here AS h JOIN linked.other.dbo.there AS t ON t.id = h.id;
-- told
DELETE FROM other..there;
-- a column with its table and schema, a temporary table, tempdb
SELECT dbo.here.id FROM dbo.here;
DROP STATISTICS dbo.here.st_id;
SELECT id INTO #kept FROM dbo.here;
SELECT id FROM tempdb..#kept;
-- a method of an XML column, and a column in a comparison
SELECT n.x.value('.', 'INT') AS value FROM dbo.here AS h CROSS APPLY h.doc.nodes('/a') AS n (x);
SELECT h.id FROM dbo.here AS h WHERE h.id IS DISTINCT FROM dbo.here.other;
GO
-- told
CREATE VIEW dbo.theirs AS SELECT t.id FROM other.dbo.there AS t;
GO
-- a procedure may never get there
CREATE PROCEDURE dbo.look AS SELECT t.id FROM other.dbo.there AS t;
