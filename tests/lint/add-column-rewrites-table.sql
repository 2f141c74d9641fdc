-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
-- file: migrations/V2__columns.sql
-- told
ALTER TABLE dbo.document ADD public_id UNIQUEIDENTIFIER NOT NULL CONSTRAINT df_public_id DEFAULT (NEWID());
-- told
ALTER TABLE dbo.document ADD other_id UNIQUEIDENTIFIER NULL CONSTRAINT df_other_id DEFAULT NEWID() WITH VALUES;
-- told
ALTER TABLE dbo.document ADD body NVARCHAR(MAX) NOT NULL CONSTRAINT df_body DEFAULT N'';
-- told
ALTER TABLE dbo.document ADD number INT IDENTITY(1, 1) NOT NULL;
-- told
ALTER TABLE dbo.document ADD length AS LEN(title) PERSISTED;
ALTER TABLE dbo.document ADD
    third_id UNIQUEIDENTIFIER NULL CONSTRAINT df_third_id DEFAULT NEWID(),
    made_at DATETIME2(3) NOT NULL CONSTRAINT df_made_at DEFAULT SYSUTCDATETIME(),
    size AS LEN(title);
CREATE TABLE dbo.fresh (id INT NOT NULL);
ALTER TABLE dbo.fresh ADD public_id UNIQUEIDENTIFIER NOT NULL CONSTRAINT df_fresh DEFAULT NEWID();
