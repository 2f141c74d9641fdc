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

-- file: migrations/V3__template.sql
-- told
CREATE TABLE <schema, sysname, dbo>.<table, sysname, sample> (<column, sysname, id> <type, , decimal(9)> NOT NULL);
GO
CREATE PROCEDURE dbo.<procedure, sysname, find> <@first, sysname, @a> INT = <default, , 0> AS SELECT <@first, sysname, @a>;
-- file: migrations/V4__variable.sql
-- told
DECLARE <@counted, sysname, @n> INT;
-- file: migrations/V5__comparisons.sql
CREATE TABLE dbo.pair (a INT NOT NULL, b INT NOT NULL);
GO
SELECT IIF(a <b, a, CASE WHEN b> 5 THEN 1 END) FROM dbo.pair WHERE a <b;
SELECT IIF(a<b,a,b)+IIF(b>a,1,2) FROM dbo.pair WHERE IIF(a<b,a,b)>5;
