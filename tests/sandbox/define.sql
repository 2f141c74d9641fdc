-- Tables, their parts, and what happens to the names.
CREATE TABLE dbo.author (id INT NOT NULL PRIMARY KEY, name NVARCHAR(50) NOT NULL UNIQUE);
CREATE TABLE dbo.book (
    id INT NOT NULL IDENTITY CONSTRAINT pk_book PRIMARY KEY,
    author_id INT NOT NULL CONSTRAINT fk_book_author REFERENCES dbo.author (id),
    title NVARCHAR(100) NULL,
    INDEX ix_title (title)
);
GO
ALTER TABLE dbo.book ADD pages INT NULL;
ALTER TABLE dbo.book ALTER COLUMN title NVARCHAR(200) NOT NULL;
ALTER TABLE dbo.book DROP COLUMN pages;
GO
EXEC sp_rename 'dbo.book', 'volume';
GO
DROP TABLE dbo.volume;
CREATE SCHEMA rag;
GO
CREATE SCHEMA rag;
GO
ALTER SCHEMA rag TRANSFER dbo.volume;
GO
CREATE INDEX ix_author ON rag.volume (author_id);
DROP INDEX ix_title ON rag.volume;
DROP TABLE dbo.author;
GO
DROP TABLE rag.volume;
DROP TABLE dbo.author;
DROP TABLE dbo.author;
GO
BEGIN TRANSACTION;
CREATE TABLE dbo.gone (id INT);
ROLLBACK;
DROP TABLE dbo.gone;
GO
NONSENSE one two;
GO
CREATE TABLE dbo.never (id INT);
GO;
GO
