-- The table that each statement writes.
UPDATE dbo.a SET x = 1
UPDATE TOP (5) dbo.a SET x = 1
UPDATE TOP (5) PERCENT a SET x = 1
UPDATE t SET x = 1 FROM dbo.a AS t
UPDATE t SET x = 1 FROM dbo.b AS b JOIN [dbo].[a] t ON t.id = b.id
UPDATE [t] SET x = 1 FROM dbo.b AS b, dbo.a AS "T" WHERE b.id = t.id
UPDATE a SET x = 1 FROM dbo.b WHERE b.id = a.id
UPDATE t SET x = 1 FROM @rows AS t
UPDATE t SET x = 1 FROM (SELECT x FROM dbo.a) AS t
UPDATE @rows SET x = 1
UPDATE OPENQUERY(other, 'SELECT x FROM a') SET x = 1
DELETE dbo.a
DELETE FROM dbo.a WHERE x = 1
DELETE TOP (10) FROM dbo.a OUTPUT deleted.x
DELETE FROM t FROM dbo.a AS t WHERE EXISTS (SELECT 1 FROM dbo.b AS u)
INSERT dbo.a DEFAULT VALUES
INSERT TOP (3) INTO dbo.a (x) SELECT x FROM dbo.b
INSERT INTO other..a (x) VALUES (1)
INSERT #a (x) VALUES (1)
INSERT INTO @rows (x) VALUES (1)
INSERT INTO OPENROWSET('p', 'c', 'SELECT x FROM a') (x) VALUES (1)
BULK INSERT dbo.a FROM 'file.csv' WITH (FIRSTROW = 2)
MERGE TOP (5) INTO dbo.a WITH (HOLDLOCK) AS t USING dbo.b AS s ON s.x = t.x WHEN MATCHED THEN DELETE;
SELECT x INTO dbo.new FROM dbo.a
SELECT x FROM dbo.a;
WITH c AS (SELECT TOP (1) x FROM dbo.a WHERE x > (SELECT MIN(x) FROM dbo.b)) DELETE FROM c;
WITH c (y) AS (SELECT x FROM dbo.a AS t) UPDATE c SET y = 1;
WITH c AS (SELECT a.x FROM dbo.a AS a JOIN dbo.b AS b ON a.x = b.x) UPDATE c SET x = 1;
WITH c AS (SELECT x FROM dbo.a, dbo.b) DELETE c;
WITH c AS (SELECT x FROM dbo.a) INSERT INTO dbo.b (x) SELECT x FROM c;
WITH c AS (SELECT x FROM dbo.a) SELECT x INTO dbo.new FROM c;
