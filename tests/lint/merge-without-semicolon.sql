CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY CLUSTERED, title NVARCHAR(200) NULL);
CREATE TABLE dbo.news (id INT NOT NULL CONSTRAINT pk_news PRIMARY KEY CLUSTERED, title NVARCHAR(200) NULL);
GO
-- told
MERGE dbo.doc AS t USING dbo.news AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET title = s.title
PRINT N'done';
GO
CREATE PROCEDURE dbo.take_news AS
BEGIN
    -- told
    WITH latest AS (SELECT id, title FROM dbo.news)
    MERGE dbo.doc AS t USING latest AS s ON t.id = s.id
    WHEN MATCHED THEN UPDATE SET title = s.title
    WHEN NOT MATCHED THEN INSERT (id, title) VALUES (s.id, s.title)
END;
GO
IF 1 = 1
BEGIN
    -- told
    MERGE dbo.doc AS t USING dbo.news AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET title = s.title
END;
GO
MERGE dbo.doc AS t USING dbo.news AS s ON t.id = s.id
WHEN MATCHED AND t.title <> s.title THEN UPDATE SET title = s.title
WHEN NOT MATCHED BY TARGET THEN INSERT (id, title) VALUES (s.id, s.title)
OUTPUT $action, inserted.id -- which
;
EXEC (N'MERGE dbo.doc AS t USING dbo.news AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET title = s.title;');
