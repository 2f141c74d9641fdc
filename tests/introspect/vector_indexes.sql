-- ragsql: no-transaction
-- Vector indexes of every metric, over enough rows.
CREATE TABLE dbo.a (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL);
CREATE TABLE dbo.b (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL);
CREATE TABLE dbo.c (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3, float16) NULL);
GO
INSERT INTO dbo.a (id, e) SELECT TOP (100) ROW_NUMBER() OVER (ORDER BY c.object_id, c.column_id), '[1, 2, 3]' FROM sys.all_columns AS c;
INSERT INTO dbo.b (id, e) SELECT id, e FROM dbo.a;
INSERT INTO dbo.c (id, e) SELECT TOP (100) ROW_NUMBER() OVER (ORDER BY c.object_id, c.column_id), '[1, 2, 3]' FROM sys.all_columns AS c;
GO
CREATE VECTOR INDEX vi_a ON dbo.a (e) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
GO
CREATE VECTOR INDEX vi_b ON dbo.b (e) WITH (METRIC = 'EUCLIDEAN');
GO
CREATE VECTOR INDEX vi_c ON dbo.c (e) WITH (METRIC = 'dot', MAXDOP = 2);
