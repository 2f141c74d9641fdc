-- Statements end where the next one starts, not at a semicolon.
SET NOCOUNT ON
DECLARE @n int = 1, @sql nvarchar(max)
SELECT @n = COUNT(*) FROM dbo.documents WHERE title LIKE N'select%'
IF @n > 0 AND EXISTS (SELECT 1 FROM dbo.documents)
    PRINT N'some'
ELSE IF @n IS NULL
BEGIN
    RAISERROR(N'none', 16, 1) WITH NOWAIT
    RETURN
END
ELSE
    PRINT N'none' UPDATE dbo.documents SET title = CASE WHEN title = N'' THEN NULL ELSE title END
WHILE @n < 10 SET @n += 1
BEGIN TRAN
INSERT INTO dbo.documents (tenant_id, title) SELECT 1, N'a' UNION ALL SELECT 2, N'b'
INSERT dbo.documents (tenant_id, title) VALUES (1, N'a'), (2, N'b')
INSERT INTO dbo.documents EXEC dbo.load_documents @from = 1
INSERT dbo.documents DEFAULT VALUES
INSERT INTO dbo.log (text) (SELECT N'x')
SELECT 1
COMMIT
GO
WITH claimed AS (SELECT TOP (5) * FROM dbo.document_chunks WITH (READPAST) WHERE embedded_at IS NULL)
UPDATE claimed SET embedded_at = SYSUTCDATETIME() OUTPUT inserted.chunk_id
DELETE c FROM dbo.document_chunks AS c JOIN dbo.documents d ON d.document_id = c.document_id
MERGE INTO dbo.documents AS t USING #new AS s ON t.document_id = s.document_id
WHEN MATCHED AND s.gone = 1 THEN DELETE
WHEN MATCHED THEN UPDATE SET title = s.title
WHEN NOT MATCHED THEN INSERT (title) VALUES (s.title);
SELECT * INTO #copy FROM dbo.documents ORDER BY title OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY
ALTER TABLE dbo.documents ALTER COLUMN title nvarchar(200) NULL
ALTER TABLE dbo.documents DROP COLUMN IF EXISTS note
DROP TABLE IF EXISTS dbo.old
IF EXISTS (SELECT 1) DROP INDEX ix ON dbo.documents
ALTER TABLE dbo.chunks WITH CHECK ADD CONSTRAINT fk FOREIGN KEY (a) REFERENCES dbo.b (a) ON DELETE SET NULL ON UPDATE CASCADE
SET IDENTITY_INSERT dbo.documents ON
DELETE FROM dbo.documents
GO
CREATE SCHEMA rag AUTHORIZATION dbo
CREATE TABLE chunks (id int)
GRANT SELECT, INSERT ON SCHEMA::rag TO reader WITH GRANT OPTION
GO
CREATE OR ALTER PROCEDURE rag.p @a AS int, @b nvarchar(10) = N'x' WITH EXECUTE AS OWNER AS
SET NOCOUNT ON
BEGIN TRY
    EXEC rag.q @a
END TRY
BEGIN CATCH
    IF @@TRANCOUNT > 0 ROLLBACK
    ;THROW
END CATCH
INSERT rag.log VALUES (1)
GO
-- Words that start statements elsewhere.
ALTER TABLE dbo.history ADD valid_from datetime2 GENERATED ALWAYS AS ROW START NOT NULL, valid_to datetime2 GENERATED ALWAYS AS ROW END NOT NULL
SELECT title FROM dbo.documents ORDER BY title FETCH APPROXIMATE NEXT 5 ROWS ONLY
IF (SELECT COUNT(*) FROM dbo.documents) > 5
    (SELECT 1 AS a);
ELSE
    (SELECT 2 AS a) UNION ALL SELECT 3;
(SELECT 4 AS a)
IF @@ROWCOUNT = 3 (SELECT 5 AS a) PRINT N'x'
EXEC dbo.versioned;1 N'a'
SELECT {fn INSERT(N'ab', 1, 1, N'c')}, {fn NOW()} PRINT N'y'
ALTER PARTITION FUNCTION pf() MERGE RANGE (5)
ALTER FULLTEXT INDEX ON dbo.documents START UPDATE POPULATION
ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT ON WITH ROLLBACK IMMEDIATE
SET XACT_ABORT ON
ALTER ROLE reader DROP MEMBER bob
DROP TABLE dbo.x
ALTER SECURITY POLICY rag.p DROP FILTER PREDICATE ON dbo.a, ADD BLOCK PREDICATE rag.f(id) ON dbo.b AFTER INSERT
UPDATE dbo.b SET id = 1
DECLARE c CURSOR FOR WITH x AS (SELECT 1 AS a) SELECT a FROM x FOR UPDATE OF a
OPEN c
FETCH NEXT FROM c
again:
IF @@FETCH_STATUS = 0 GOTO again
GRANT CREATE TABLE, ALTER, EXECUTE TO deployer
REVOKE GRANT OPTION FOR SELECT ON dbo.b FROM reader CASCADE
EXECUTE AS USER = N'bob' WITH NO REVERT
REVERT
PRINT N'z'
EXEC dbo.refresh (SELECT 6 AS a)
EXECUTE (N'SELECT 7') AS USER = N'bob'
PRINT N'w' THROW
