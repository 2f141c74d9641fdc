CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, grp INT NOT NULL, ordinal INT NOT NULL, name NVARCHAR(10) NULL, n INT NULL, CONSTRAINT uq UNIQUE (grp, ordinal));
INSERT INTO t VALUES (1, 1, 1, N'a', 10), (2, 1, 2, N'b', 20), (3, 1, 3, N'c', NULL), (4, 2, 1, N'd', 40);
GO
UPDATE t SET n += 1, name = UPPER(name) OUTPUT deleted.n AS was, inserted.n AS now, inserted.name WHERE n IS NOT NULL
GO
-- Keys are judged when the statement ends.
UPDATE t SET ordinal = ordinal + 1 WHERE grp = 1; SELECT id, ordinal FROM t ORDER BY id
GO
UPDATE t SET ordinal = CASE ordinal WHEN 2 THEN 3 WHEN 3 THEN 2 ELSE ordinal END WHERE grp = 1; SELECT id, ordinal FROM t ORDER BY id
GO
UPDATE TOP (2) x SET n = 0 FROM dbo.t AS x WHERE x.n > 0; SELECT @@ROWCOUNT AS r
GO
UPDATE x SET x.name = s.name, n = s.id * 100 OUTPUT s.id AS source, inserted.id, deleted.name FROM dbo.t AS x JOIN (VALUES (1, N'one'), (4, N'four')) AS s (id, name) ON s.id = x.id
GO
-- A row that is matched twice is changed once.
UPDATE t SET n = s.n FROM t JOIN (VALUES (1, 7), (1, 7)) AS s (id, n) ON s.id = t.id; SELECT @@ROWCOUNT AS r
GO
UPDATE dbo.t SET name = DEFAULT, n = NULL WHERE id = 2; SELECT name, n FROM t WHERE id = 2
GO
DECLARE @v INT, @w NVARCHAR(10); UPDATE t SET @v = n, @w = name = N'last' WHERE id = 1; SELECT @v AS v, @w AS w
GO
WITH first AS (SELECT TOP (1) id, n AS value FROM t ORDER BY id DESC) UPDATE first SET value = 999; SELECT id, n FROM t WHERE n = 999
GO
UPDATE t SET n = (SELECT COUNT(*) FROM t AS i WHERE i.grp = t.grp); SELECT id, n FROM t ORDER BY id
GO
UPDATE t SET n = n * 2 FROM t AS a WHERE a.id = 1 AND a.n = 3
GO
DELETE FROM t OUTPUT deleted.id, deleted.name WHERE id = 4
GO
DELETE TOP (1) FROM t; SELECT COUNT(*) AS c FROM t
GO
DELETE x FROM t AS x JOIN (VALUES (2)) AS s (id) ON s.id = x.id; SELECT COUNT(*) AS c FROM t
GO
INSERT INTO t VALUES (5, 5, 1, N'dup', 1), (6, 5, 2, N'dup', 2); WITH d AS (SELECT id, ROW_NUMBER() OVER (PARTITION BY name ORDER BY id) AS rn FROM t) DELETE FROM d WHERE rn > 1; SELECT id FROM t ORDER BY id
GO
DELETE FROM t WHERE id IN (SELECT id FROM t WHERE id > 4); SELECT COUNT(*) AS c FROM t
GO
UPDATE t SET grp = 1, ordinal = 1; INSERT INTO t VALUES (7, 1, 2, N'x', 1); UPDATE t SET ordinal = 5
GO
UPDATE t SET name = N'much too long for it'
GO
UPDATE t SET ordinal = NULL
GO
UPDATE t SET n = 1 / 0
GO
UPDATE t SET nope = 1
GO
UPDATE t SET n = 1, n = 2
GO
UPDATE nothing SET a = 1
GO
UPDATE t SET n = other.n
GO
DELETE FROM t WHERE nope = 1
GO
UPDATE t SET n = 1 WHERE CURRENT OF c
