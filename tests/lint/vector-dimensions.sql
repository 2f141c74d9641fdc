-- told
CREATE TABLE dbo.a (id INT NOT NULL CONSTRAINT pk_a PRIMARY KEY, vec VECTOR(1999) NULL);
-- told
CREATE TABLE dbo.b (id INT NOT NULL CONSTRAINT pk_b PRIMARY KEY, vec [vector] ( 3997 , float16 ) NULL);
CREATE TABLE dbo.c (id INT NOT NULL CONSTRAINT pk_c PRIMARY KEY);
-- told
ALTER TABLE dbo.c ADD vec VECTOR(0) NULL;
GO
-- told
CREATE PROCEDURE dbo.find @q VECTOR(3072) AS SELECT 1 AS one;
GO
CREATE TABLE dbo.d (id INT NOT NULL CONSTRAINT pk_d PRIMARY KEY, v VECTOR(1998) NULL, h VECTOR(3996, float16) NULL);
GO
-- told
DECLARE @wide VECTOR(5000);
-- told
DECLARE @rows TABLE (id INT NOT NULL, v VECTOR(0) NULL);
-- told
CREATE TABLE #rows (id INT NOT NULL, v VECTOR(1999) NULL);
GO
DECLARE @text NVARCHAR(MAX) = N'[1,2,3]', @n INT = 3;
-- told
SELECT CAST(@text AS VECTOR(@n)) AS v;
-- told
SELECT CONVERT(VECTOR(1999), @text) AS v;
-- told
SELECT TRY_CAST(@text AS sys.vector(0)) AS v;
-- told
SELECT j.v FROM OPENJSON(@text) WITH (v VECTOR(2000) '$.v') AS j;
-- told
IF CAST(@text AS VECTOR(1999)) IS NULL
    PRINT N'none';
GO
-- told
CREATE FUNCTION dbo.as_vector (@text NVARCHAR(MAX)) RETURNS VECTOR(1999) AS BEGIN RETURN NULL; END;
GO
-- told
CREATE PROCEDURE dbo.convert_wide @text NVARCHAR(MAX) AS
BEGIN
    DECLARE @v VECTOR(2001) = @text;
END;
GO
-- told
CREATE TABLE dbo.e (id INT NOT NULL CONSTRAINT pk_e PRIMARY KEY, width INT NOT NULL, v VECTOR(width) NULL);
-- told
EXEC (N'DECLARE @v VECTOR(1999);');
GO
-- names that are no types, numbers that are right, texts
CREATE TABLE dbo.vector (id INT NOT NULL CONSTRAINT pk_vector PRIMARY KEY, width INT NOT NULL);
INSERT INTO dbo.vector (id, width) VALUES (2000, 2000);
SELECT vector.id FROM dbo.vector AS vector JOIN (VALUES (2000)) AS [vector] (id) ON 1 = 1 WHERE vector.id IN (2000);
GO
CREATE FUNCTION dbo.half (@text NVARCHAR(MAX)) RETURNS VECTOR(3996, float16) AS
BEGIN
    -- VECTOR(5000)
    DECLARE @v AS VECTOR(3996, FLOAT16) = CAST(@text AS VECTOR(3996, float16)), @said NVARCHAR(50) = N'VECTOR(5000)';
    RETURN @v;
END;
GO
-- told
CREATE TABLE dbo.open_end (id INT NOT NULL CONSTRAINT pk_open_end PRIMARY KEY, vec VECTOR NULL);
-- told
DECLARE @bare AS VECTOR;
GO
-- told
CREATE PROCEDURE dbo.bare @q VECTOR AS PRINT 'bare';
GO
-- told
CREATE TYPE dbo.bare_list AS TABLE (id INT NOT NULL, vec VECTOR NULL);
