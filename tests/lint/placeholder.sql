-- file: migrations/V1__base.sql
-- told
CREATE TABLE ${docs}.page (id INT NOT NULL, title NVARCHAR(50) NOT NULL);
CREATE TABLE ${docs}.note (id INT NOT NULL);
-- told
CREATE TABLE [${flyway:defaultSchema}].mark (id INT NOT NULL);
GO
-- a text, and a name that is taken for what it stands for
PRINT 'costs ${amount}';
ALTER TABLE ${docs}.page ADD body NVARCHAR(MAX) NULL;
-- file: migrations/V2__shorter.sql
-- told
ALTER TABLE [${docs}].page ADD author NVARCHAR(50) NULL;
