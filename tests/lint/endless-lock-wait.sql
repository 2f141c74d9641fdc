-- also: offline-index
-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
CREATE TABLE dbo.person (id INT NOT NULL CONSTRAINT pk_person PRIMARY KEY);
CREATE TABLE dbo.place (id INT NOT NULL CONSTRAINT pk_place PRIMARY KEY);
-- file: migrations/V2__notes.sql
CREATE TABLE dbo.fresh (id INT NOT NULL);
ALTER TABLE dbo.document ADD note NVARCHAR(400) NULL;
ALTER TABLE dbo.document ADD pages INT NULL;
ALTER TABLE dbo.fresh ADD note NVARCHAR(400) NULL;
-- told
ALTER TABLE dbo.person ADD note NVARCHAR(400) NULL;
ALTER TABLE dbo.place ADD note NVARCHAR(400) NULL;
-- file: migrations/V3__ends.sql
SET LOCK_TIMEOUT 5000;
ALTER TABLE dbo.document ADD words INT NULL;
ALTER TABLE dbo.person ADD words INT NULL;
-- file: migrations/V4__no_transaction.sql
-- ragsql: no-transaction
ALTER TABLE dbo.document ADD letters INT NULL;
ALTER TABLE dbo.person ADD letters INT NULL;
-- file: migrations/V5__readers.sql
CREATE INDEX ix_document_owner ON dbo.document (owner);
ALTER TABLE dbo.person ADD signs INT NULL;
