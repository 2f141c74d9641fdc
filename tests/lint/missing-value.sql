-- file: migrations/V1__base.sql
CREATE TYPE dbo.code FROM INT NOT NULL;
GO
CREATE TABLE dbo.doc (
    id INT IDENTITY NOT NULL CONSTRAINT pk_doc PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    state INT NOT NULL CONSTRAINT df_doc_state DEFAULT 0,
    size AS id * 2,
    stamp ROWVERSION NOT NULL,
    kind dbo.code NOT NULL,
    note NVARCHAR(400) NULL
);
CREATE TABLE dbo.later (id INT NOT NULL, b INT NOT NULL);
ALTER TABLE dbo.later ADD CONSTRAINT df_later_b DEFAULT 1 FOR b;
-- file: migrations/V2__rows.sql
-- told
INSERT INTO dbo.doc (note) VALUES (N'a'), (N'b');
INSERT dbo.doc (title) VALUES (N'a');
INSERT dbo.later (id) VALUES (1);
-- told
INSERT dbo.later (b) VALUES (1);
-- no row for certain
INSERT dbo.doc (note) SELECT title FROM dbo.doc;
IF 1 = (SELECT COUNT(*) FROM dbo.doc) INSERT dbo.doc (note) VALUES (N'a');
