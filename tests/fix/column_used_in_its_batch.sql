-- file: migrations/V1__base.sql
CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY);
-- file: migrations/V2__pages.sql
ALTER TABLE dbo.doc ADD pages INT NULL; -- behind it
-- this belongs to the use
UPDATE dbo.doc SET pages = 1 WHERE id = 1;
-- file: migrations/V3__words.sql
DECLARE @words INT = 1;
ALTER TABLE dbo.doc ADD words INT NULL;
UPDATE dbo.doc SET words = @words WHERE id = 1;
