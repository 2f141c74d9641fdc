-- file: migrations/V1__person.sql
-- told
CREATE TABLE dbo.person (
    id INT NOT NULL CONSTRAINT pk_person PRIMARY KEY,
    email NVARCHAR(200) NULL,
    phone NVARCHAR(40) NULL CONSTRAINT uq_person_phone UNIQUE,
    fax NVARCHAR(40) NULL CONSTRAINT uq_person_fax UNIQUE,
    code INT NOT NULL CONSTRAINT uq_person_code UNIQUE,
    name NVARCHAR(40)
);
-- told
CREATE UNIQUE INDEX ux_person_email ON dbo.person (email);
-- told
CREATE UNIQUE INDEX ux_person_name ON dbo.person (name);
CREATE UNIQUE INDEX ux_person_filtered ON dbo.person (email) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX ux_person_both ON dbo.person (email, phone);
CREATE INDEX ix_person_phone ON dbo.person (phone);
CREATE TABLE dbo.other (id INT CONSTRAINT pk_other PRIMARY KEY, email NVARCHAR(100) NOT NULL);
CREATE UNIQUE INDEX ux_other ON dbo.other (id);
