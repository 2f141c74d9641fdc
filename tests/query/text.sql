SELECT LEN('abc  ') AS a, LEN(N'a😀') AS b, DATALENGTH(N'abc') AS c, DATALENGTH('abc') AS d, DATALENGTH(1) AS e, DATALENGTH(CAST('[1,2]' AS VECTOR(2))) AS f, LEN(123) AS g, LEN(NULL) AS h
GO
SELECT SUBSTRING('hello', 2, 3) AS a, SUBSTRING('hello', 0, 3) AS b, SUBSTRING('hello', 4, 99) AS c, SUBSTRING(0x010203, 2, 1) AS d, LEFT('abc', 2) AS e, RIGHT(N'日本語', 2) AS f, LEFT('abc', 9) AS g
GO
SELECT REPLACE('aAbB', 'a', 'x') AS a, REPLACE('aAbB' COLLATE Latin1_General_BIN2, 'a', 'x') AS b, STUFF('abcdef', 2, 3, 'XY') AS c, STUFF('abc', 9, 1, 'x') AS d, TRANSLATE('2*[3+4]', '[]', '()') AS e, REVERSE('abc') AS f, REPLICATE('ab', 3) AS g, SPACE(3) + 'x' AS h
GO
SELECT CHARINDEX('L', 'hello') AS a, CHARINDEX('l', 'hello', 4) AS b, CHARINDEX('z', 'hello') AS c, CHARINDEX('L', 'hello' COLLATE Latin1_General_CS_AS) AS d, PATINDEX('%l_o%', 'hello') AS e, PATINDEX('h%', 'hello') AS f, PATINDEX('%[0-9]%', 'abc7') AS g
GO
SELECT UPPER(N'éa') AS a, LOWER('ÀB') AS b, LTRIM('  x ') AS c, RTRIM(' x ') AS d, TRIM(' x ') AS e, TRIM('xy' FROM 'xyaxy') AS f, CONCAT('a', NULL, 1, N'é', 1.50) AS g, CONCAT_WS('-', 'a', NULL, 'b') AS h
GO
SELECT STR(12.345, 8, 2) AS a, STR(12.345) AS b, STR(123456, 3) AS c, QUOTENAME('a]b') AS d, QUOTENAME('a''b', '''') AS e, CHAR(65) AS f, NCHAR(233) AS g, UNICODE(N'é') AS h, ASCII('A') AS i, CHAR(300) AS j, PARSENAME('[a.b].c', 2) AS k, STRING_ESCAPE('a/"b"', 'json') AS l
GO
SELECT FORMAT(1234567.891, 'N2') AS a, FORMAT(5, '000') AS b, FORMAT(CAST('2024-01-02' AS DATE), 'yyyy/MM/dd') AS c, FORMAT(0.256, 'P1') AS d, FORMATMESSAGE('%s has %d%%', 'x', 5) AS e
GO
SELECT STRING_AGG(v, ', ') AS a, STRING_AGG(v, '-') WITHIN GROUP (ORDER BY v DESC) AS b, STRING_AGG(CAST(n AS VARCHAR(10)), ',') AS c FROM (VALUES ('b', 1), ('A', 2), (NULL, 3)) AS q (v, n)
GO
SELECT value, ordinal FROM STRING_SPLIT(N'a,b,,c', N',', 1)
GO
SELECT s.value FROM (VALUES ('1,2'), ('3')) AS q (list) CROSS APPLY STRING_SPLIT(q.list, ',') AS s
GO
SELECT LEFT('abc', -1)
GO
SELECT SUBSTRING('abc', 1, -1)
GO
SELECT LEN()
GO
SELECT value FROM STRING_SPLIT('a', 'bc')
GO
SELECT FORMAT(1, 'Q')
GO
SELECT STRING_AGG(CAST(REPLICATE('x', 5000) AS VARCHAR(5000)), ',') FROM (VALUES (1), (2)) AS q (n)
GO
SELECT SOUNDEX('x')
