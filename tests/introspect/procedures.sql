-- Procedures with parameters and options.
CREATE TABLE dbo.t (id INT NOT NULL, name NVARCHAR(20) NULL);
GO
CREATE PROCEDURE dbo.plain AS SELECT 1;
GO
CREATE PROC dbo.with_parameters (@a INT, @b NVARCHAR(MAX) = N'x', @c DECIMAL(9, 2) = 1.5 OUTPUT) WITH RECOMPILE, EXECUTE AS OWNER AS
BEGIN
    SET NOCOUNT ON;
    INSERT INTO dbo.t (id, name) VALUES (@a, @b);
END
GO
CREATE OR ALTER PROCEDURE dbo.plain @v VECTOR(3) AS
    SELECT VECTOR_DISTANCE('cosine', @v, @v) AS d;
