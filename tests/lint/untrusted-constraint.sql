-- also: endless-lock-wait, unnamed-constraint
-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
CREATE TABLE dbo.lang (code CHAR(2) NOT NULL CONSTRAINT pk_lang PRIMARY KEY);
CREATE TABLE dbo.other (
    code CHAR(2) NULL CONSTRAINT fk_other REFERENCES dbo.lang (code),
    size INT NULL CONSTRAINT ck_other CHECK (size > 0)
);
-- file: migrations/V2__key.sql
-- told
ALTER TABLE dbo.document WITH NOCHECK ADD CONSTRAINT fk_lang FOREIGN KEY (language) REFERENCES dbo.lang (code);
-- told
ALTER TABLE dbo.other NOCHECK CONSTRAINT ck_other;
-- file: migrations/V3__load.sql
ALTER TABLE dbo.other NOCHECK CONSTRAINT fk_other;
UPDATE dbo.other SET code = 'en' WHERE code IS NULL;
ALTER TABLE dbo.other WITH CHECK CHECK CONSTRAINT fk_other;
-- on already: nothing changes
ALTER TABLE dbo.other CHECK CONSTRAINT fk_other;
-- file: migrations/V90__load.sql
CREATE TABLE dbo.part (id INT NOT NULL CONSTRAINT ck_part CHECK (id > 0));
ALTER TABLE dbo.part NOCHECK CONSTRAINT ALL;
INSERT INTO dbo.part (id) VALUES (1);
-- not where it was switched off, but here
-- told
ALTER TABLE dbo.part CHECK CONSTRAINT ALL;
-- file: migrations/V91__unnamed.sql
CREATE TABLE dbo.piece (id INT NOT NULL CHECK (id > 0));
CREATE TABLE dbo.scrap (id INT NOT NULL CHECK (id > 0));
-- told
ALTER TABLE dbo.piece NOCHECK CONSTRAINT ALL;
ALTER TABLE dbo.scrap NOCHECK CONSTRAINT ALL;
ALTER TABLE dbo.scrap WITH CHECK CHECK CONSTRAINT ALL;
-- told
ALTER TABLE dbo.scrap WITH NOCHECK ADD CHECK (id < 9);
