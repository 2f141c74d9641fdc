-- What separates and what does not.
GO
SELECT N'step 1
GO
step 2' AS [a
GO
b], "c
GO
d"
  go
/* it's a comment
GO
/* inner ( */ GO ) */
SELECT 1 -- GO
	Go 3 -- three times
SELECT 2
GO--done
SELECT 3
GO /* a comment
that ends here */ SELECT 4
GO
-- only a comment
GO
SELECT GO FROM dbo.go WHERE
x = go
GO
