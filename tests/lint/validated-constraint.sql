-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
CREATE TABLE dbo.lang (code CHAR(2) NOT NULL CONSTRAINT pk_lang PRIMARY KEY);
-- file: migrations/V2__keys.sql
-- told
ALTER TABLE dbo.document ADD CONSTRAINT fk_language FOREIGN KEY (language) REFERENCES dbo.lang (code);
-- told
ALTER TABLE dbo.document WITH CHECK ADD CONSTRAINT ck_title CHECK (title <> N'');
-- file: migrations/V3__new.sql
ALTER TABLE dbo.document ADD parent INT NULL CONSTRAINT fk_parent REFERENCES dbo.document (id);
ALTER TABLE dbo.document ADD size INT NULL CONSTRAINT ck_size CHECK (size > 0);
CREATE TABLE dbo.fresh (id INT NOT NULL CONSTRAINT fk_fresh REFERENCES dbo.document (id));
ALTER TABLE dbo.fresh ADD CONSTRAINT ck_fresh CHECK (id > 0);
-- file: migrations/V4__filled.sql
-- told
ALTER TABLE dbo.document ADD kind CHAR(2) NOT NULL CONSTRAINT df_kind DEFAULT 'xx' CONSTRAINT fk_kind REFERENCES dbo.lang (code);
