CREATE OR ALTER PROCEDURE rag.find_chunks @q VECTOR(1536), @tenant int = 1, @top AS int = 10 OUTPUT, @rows dbo.RowList READONLY, @c CURSOR VARYING OUTPUT
WITH RECOMPILE, EXECUTE AS OWNER
AS
BEGIN
    WITH best AS (SELECT TOP (10) id FROM dbo.scores), other (a) AS (SELECT 1)
    SELECT t.id, rag.similarity(t.e) FROM VECTOR_SEARCH(TABLE = dbo.document_chunks AS t, COLUMN = e, SIMILAR_TO = @q, METRIC = 'cosine', TOP_N = 3) AS r
    JOIN dbo.documents AS d ON d.id = t.document_id, dbo.tenants, (SELECT 1 AS a) AS x CROSS APPLY dbo.split(d.body) AS s
    WHERE EXISTS (SELECT 1 FROM best) AND d.body IS NOT DISTINCT FROM @x AND TRIM('x' FROM d.title) <> '';
    UPDATE c SET a = NEXT VALUE FOR dbo.numbers FROM dbo.queue AS c;
    SET NOCOUNT ON
    UPDATE dbo.after_on SET a = 1;
    DECLARE @ids AS lists.guids, @doc xml;
    UPDATE v SET a = 1 FROM @ids v;
    UPDATE STATISTICS dbo.counted;
    SELECT n.c.value('.', 'int') FROM @doc.nodes('/a') AS n(c) CROSS APPLY n.c.nodes('b') AS m(d);
    UPDATE TOP (10) dbo.work SET a = 1;
    DELETE FROM audit WHERE doc.value('(/a)[1]', 'int') = 1;
    INSERT INTO #t SELECT * FROM OPENJSON(@json);
    INSERT archive.log (a) EXEC @rc = rag.helper @a;
    MERGE INTO dbo.target AS x USING staging.source AS y ON x.id = y.id WHEN MATCHED THEN UPDATE SET a = 1 WHEN NOT MATCHED THEN INSERT (a) VALUES (1);
    EXEC sp_executesql N'SELECT 1';
    SELECT $PARTITION.pf(1) FROM sys.objects, sysindexes, otherdb.dbo.t;
END
GO
ALTER PROC dbo.p (@a int, @b nvarchar(max) = N'x') FOR REPLICATION AS SELECT 1
GO
CREATE PROCEDURE dbo.native @id int NOT NULL WITH NATIVE_COMPILATION, SCHEMABINDING AS BEGIN ATOMIC WITH (TRANSACTION ISOLATION LEVEL = SNAPSHOT, LANGUAGE = N'us_english') SELECT id FROM dbo.m END
GO
CREATE FUNCTION rls.fn_tenant(@tenant_id AS int) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @tenant_id = CAST(SESSION_CONTEXT(N'tenant_id') AS int)
GO
CREATE FUNCTION dbo.scalar() RETURNS nvarchar(10) WITH RETURNS NULL ON NULL INPUT BEGIN RETURN (SELECT name FROM dbo.names) END
GO
CREATE FUNCTION dbo.multi(@a int) RETURNS @out TABLE (id int PRIMARY KEY, name sysname) AS BEGIN INSERT @out SELECT 1, N'x'; RETURN END
GO
CREATE FUNCTION dbo.clr(@a int) RETURNS TABLE (id int) ORDER (id) AS EXTERNAL NAME asm.cls.method
GO
CREATE VIEW dbo.v (a, b) WITH SCHEMABINDING, VIEW_METADATA AS SELECT x, y FROM dbo.t WITH CHECK OPTION
GO
CREATE TRIGGER rag.tr ON rag.t WITH EXECUTE AS 'who' AFTER INSERT, UPDATE NOT FOR REPLICATION AS IF UPDATE(a) INSERT dbo.audit SELECT id FROM inserted i JOIN deleted d ON i.id = d.id
GO
CREATE TRIGGER ddl ON DATABASE FOR DROP_TABLE, ALTER_TABLE AS ROLLBACK
