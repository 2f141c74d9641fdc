SELECT 'yes' WHERE 1 = 1 AND NOT (1 = 2 OR 2 > 3) AND 5 BETWEEN 1 AND 10 AND 3 IN (1, 2, 3) AND 4 NOT IN (1, 2) AND EXISTS (SELECT 1) AND 2 <> 3 AND 2 != 3 AND 2 !> 3 AND 3 !< 2
GO
SELECT 'yes' WHERE 'abc' = 'ABC  ' AND N'Straße' = N'STRAßE' AND 'a' COLLATE Latin1_General_CS_AS <> 'A' AND 'b' COLLATE Latin1_General_BIN2 > 'A'
GO
-- Unknown is not true, and its negation is not either.
SELECT v FROM (VALUES (1), (NULL), (3)) AS q (v) WHERE NOT (v = 1)
GO
SELECT v FROM (VALUES (1), (NULL), (3)) AS q (v) WHERE v IS DISTINCT FROM 1
GO
SELECT v FROM (VALUES (1), (NULL), (3)) AS q (v) WHERE v NOT IN (SELECT NULL)
GO
SELECT v FROM (VALUES (1), (2), (3)) AS q (v) WHERE v >= ALL (SELECT 2 UNION ALL SELECT 3) OR v = ANY (SELECT 1) OR v < SOME (SELECT 2)
GO
SELECT v FROM (VALUES ('50%'), ('5O'), ('a[b'), ('x_y'), ('Ab')) AS q (v) WHERE v LIKE '%[%]' OR v LIKE 'a[[]b' OR v LIKE 'x!_y' ESCAPE '!' OR v LIKE 'a[a-c]'
GO
SELECT CASE WHEN 1 = 0 THEN 'a' WHEN NULL = NULL THEN 'b' ELSE N'c' END AS a, CASE 2 WHEN 1 THEN 'one' WHEN 2 THEN 'two' END AS b, CASE 3 WHEN 1 THEN 'one' END AS c, IIF(1 < 2, 1, 2.5) AS d
GO
SELECT COALESCE(NULL, NULL, 5) AS a, ISNULL(NULL, 'x') AS b, ISNULL(CAST(NULL AS VARCHAR(2)), 'long') AS c, NULLIF(1, 1) AS d, NULLIF('a', 'b') AS e, CHOOSE(2, 'a', 'b') AS f, CHOOSE(3, 'a') AS g, GREATEST(1, 3.5, 2) AS h, LEAST('b', 'A') AS i
GO
-- Dates with text, numbers with text, numbers of all types.
SELECT 'yes' WHERE CAST('2024-01-02' AS DATE) > '2024-01-01' AND '10' > 9 AND 1.50 = 1.5 AND 2 = 2e0 AND $1 = 1 AND CAST(1 AS BIT) = 1 AND CAST('2024-01-01 01:00 +01:00' AS DATETIMEOFFSET) = '2024-01-01 00:00 +00:00'
GO
SELECT 1 WHERE 1
GO
SELECT 1 WHERE (1 = 1) = (2 = 2)
GO
SELECT a = (1 = 1)
GO
SELECT 1 WHERE 'x' = 1
GO
SELECT 1 WHERE (SELECT 1 UNION ALL SELECT 2) = 1
GO
SELECT 1 WHERE 1 IN (SELECT 1, 2)
GO
SELECT 1 WHERE 'a' LIKE 'a' ESCAPE 'ab'
GO
SELECT 1 WHERE CAST('[1]' AS VECTOR(1)) = '[1]'
