SELECT ISJSON('{"a":1}') AS a, ISJSON('[1]') AS b, ISJSON('1') AS c, ISJSON('{a:1}') AS d, ISJSON(NULL) AS e, ISJSON('1', VALUE) AS f
GO
SELECT ISJSON('{"a":1}', OBJECT) AS a, JSON_VALUE('{"a":{"b":[10,"x"]}}', '$.a.b[1]') AS b, JSON_VALUE('{"a":{"b":[10]}}', '$.a.b') AS c, JSON_QUERY('{"a":{"b":[10, 20]}}', '$.a.b') AS d, JSON_VALUE('{"a":1.50}', '$.a') AS e, JSON_VALUE('{"a":null,"b c":true}', '$."b c"') AS f, JSON_VALUE('{"a":1}', '$.z') AS g, JSON_PATH_EXISTS('{"a":1}', '$.a') AS h
GO
SELECT JSON_MODIFY('{"a":1,"b":2}', '$.a', 5) AS a, JSON_MODIFY('{"a":1}', '$.b', N'x"y') AS b, JSON_MODIFY('{"a":1,"b":2}', '$.a', NULL) AS c, JSON_MODIFY('{"a":[1]}', 'append $.a', 2) AS d, JSON_MODIFY('{"a":1}', '$.a', JSON_QUERY('{"x":[]}')) AS e, JSON_MODIFY('{"a":{"b":1}}', '$.a.b', CAST(1 AS BIT)) AS f, JSON_OBJECT('a': 1, 'b': NULL, 'c': JSON_ARRAY(1, 'x', NULL)) AS g, JSON_OBJECT('a': NULL ABSENT ON NULL) AS h
GO
SELECT [key], value, type FROM OPENJSON(N'{"a":1.0,"b":"x\ny","c":null,"d":[1,2],"e":{"f":true},"g":false}')
GO
SELECT j.id, j.n, j.p, j.o, j.v FROM OPENJSON(N'{"items":[{"id":1,"n":"x","o":{"p":1.50},"v":[1,2]},{"id":2,"n":null}]}', '$.items') WITH (id INT, n NVARCHAR(10), p DECIMAL(5, 2) '$.o.p', o NVARCHAR(MAX) AS JSON, v NVARCHAR(MAX) '$.v' AS JSON) AS j
GO
SELECT t.id, c.value FROM (VALUES (1, N'["a","b"]'), (2, N'[]'), (3, NULL)) AS t (id, doc) OUTER APPLY OPENJSON(t.doc) AS c
GO
SELECT CAST(v AS VECTOR(2)) AS v FROM OPENJSON(N'[{"v":[1,2]}]') WITH (v NVARCHAR(MAX) AS JSON)
GO
SELECT id, name, ok, at FROM (VALUES (1, N'a/"b"', CAST(1 AS BIT), CAST('2024-01-01 10:00' AS DATETIME2(0))), (2, NULL, CAST(0 AS BIT), NULL)) AS q (id, name, ok, at) FOR JSON PATH
GO
SELECT 1 AS [a.b], 2 AS [a.c], 'x' AS d, JSON_QUERY('[1,2]') AS e FOR JSON PATH, WITHOUT_ARRAY_WRAPPER
GO
SELECT NULL AS a FOR JSON PATH, INCLUDE_NULL_VALUES, ROOT('r')
GO
SELECT t.id, (SELECT v FROM (VALUES (1, 'x'), (1, 'y'), (2, 'z')) AS c (id, v) WHERE c.id = t.id FOR JSON PATH) AS items FROM (VALUES (1), (3)) AS t (id)
GO
SELECT v FROM (VALUES (1)) AS q (v) WHERE v = 2 FOR JSON AUTO
GO
SELECT JSON_VALUE('{"a":', '$.a')
GO
SELECT JSON_VALUE('{"a":1}', 'strict $.b')
GO
SELECT JSON_VALUE('{"a":1}', 'a')
GO
SELECT 1 FOR JSON PATH
GO
SELECT 1 AS [a.b], 2 AS a FOR JSON PATH
GO
SELECT 1 AS a FOR XML PATH
GO
SELECT JSON_OBJECT(NULL ON NULL), JSON_ARRAY(ABSENT ON NULL), JSON_ARRAY(NULL ON NULL)
GO
SELECT JSON_OBJECTAGG('k': a) OVER (PARTITION BY a) FROM t
GO
SELECT JSON_QUERY(a, '$.b' WITH ARRAY WRAPPER) FROM t
