-- file: migrations/V1__base.sql
CREATE TABLE dbo.task (id INT NOT NULL CONSTRAINT pk_task PRIMARY KEY, done BIT NOT NULL, title NVARCHAR(40) NOT NULL, short AS LEFT(title, 10));
CREATE INDEX ix_task_open ON dbo.task (id) WHERE done = 0;
CREATE TABLE dbo.plain (id INT NOT NULL CONSTRAINT pk_plain PRIMARY KEY);
CREATE TABLE dbo.later (id INT NOT NULL CONSTRAINT pk_later PRIMARY KEY, title NVARCHAR(40) NOT NULL, short AS LEFT(title, 10));
-- file: migrations/V2__off.sql
SET ANSI_WARNINGS OFF;
-- told
INSERT dbo.task (id, done, title) VALUES (1, 0, N'a');
INSERT dbo.plain (id) VALUES (1);
SET ANSI_WARNINGS ON;
INSERT dbo.task (id, done, title) VALUES (2, 0, N'b');
-- file: migrations/V3__module.sql
SET QUOTED_IDENTIFIER OFF;
GO
-- told
CREATE PROCEDURE dbo.rename_later @id INT, @title NVARCHAR(40) AS
UPDATE dbo.later SET title = @title WHERE id = @id;
GO
CREATE PROCEDURE dbo.add_plain @id INT AS
INSERT dbo.plain (id) VALUES (@id);
GO
CREATE PROCEDURE dbo.close_task @id INT AS
UPDATE dbo.task SET done = 1 WHERE id = @id;
-- file: migrations/V4__index.sql
-- ragsql: no-transaction
CREATE INDEX ix_later_short ON dbo.later (short) WITH (ONLINE = ON);
-- file: migrations/V5__again.sql
CREATE OR ALTER PROCEDURE dbo.close_task @id INT AS
UPDATE dbo.task SET done = 1 WHERE id = @id;
