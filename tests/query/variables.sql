CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, name NVARCHAR(10) NOT NULL); INSERT INTO t VALUES (1, N'a'), (2, N'b'), (3, N'c');
GO
DECLARE @i INT, @s NVARCHAR(3); SELECT @i = id, @s = name + N'long text' FROM t ORDER BY id; SELECT @i AS i, @s AS s, @@ROWCOUNT AS r
GO
DECLARE @i INT = 5; SELECT @i = id FROM t WHERE id > 99; SELECT @i AS kept
GO
DECLARE @all NVARCHAR(MAX) = N''; SELECT @all = @all + name + N';' FROM t; SELECT @all AS joined
GO
DECLARE @a INT, @b INT; SELECT @a = 5, @b = @a + 1; SELECT @a AS a, @b AS b
GO
DECLARE @n INT = 10; SELECT @n += 5; SET @n -= 1; SELECT @n AS n
GO
DECLARE @v VECTOR(2) = '[1,2]', @d DECIMAL(5, 2) = 1.239, @c CHAR(3) = 'x', @b BIT = 5; SELECT @v AS v, @d AS d, @c + '|' AS c, @b AS b
GO
DECLARE @v VECTOR(2) = '[1,2,3]'
GO
DECLARE @i INT; SELECT @i = id, name FROM t
GO
SELECT @missing = 1
GO
DECLARE @d DATE = 5
