-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    language CHAR(2) NULL
);
CREATE TABLE dbo.note (id INT NOT NULL, text NVARCHAR(MAX) NULL);
CREATE TABLE dbo.tag (id INT NOT NULL);
-- file: migrations/V2__drop.sql
-- told
DROP TABLE [DBO].Document;
DROP TABLE IF EXISTS dbo.never_there;
-- made here: nothing can be lost
CREATE TABLE dbo.scratch (id INT NOT NULL);
DROP TABLE dbo.scratch;
DROP TABLE IF EXISTS #work;
-- file: migrations/V3__rebuild.sql
-- its rows are in the new table, which takes its name
CREATE TABLE dbo.note_new (id BIGINT NOT NULL, text NVARCHAR(MAX) NULL);
INSERT INTO dbo.note_new (id, text) SELECT id, text FROM dbo.note;
DROP TABLE dbo.note;
EXEC sp_rename 'dbo.note_new', 'note';
-- file: migrations/V4__text.sql
-- told
EXEC ('DROP TABLE dbo.tag');
