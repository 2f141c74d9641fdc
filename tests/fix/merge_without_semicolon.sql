CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY CLUSTERED, title NVARCHAR(200) NULL);
CREATE TABLE dbo.news (id INT NOT NULL CONSTRAINT pk_news PRIMARY KEY CLUSTERED, title NVARCHAR(200) NULL);
GO
MERGE dbo.doc AS t USING dbo.news AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET title = s.title -- all of them
PRINT N'done';
GO
MERGE dbo.doc AS t USING dbo.news AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET title = s.title;
