-- Alias types, and columns of them.
CREATE SCHEMA kinds;
GO
CREATE TYPE dbo.code FROM NVARCHAR(20) NOT NULL;
CREATE TYPE kinds.amount FROM DECIMAL(19, 4);
CREATE TYPE kinds.note FROM VARCHAR(MAX) NULL;
CREATE TABLE dbo.t (a dbo.code, b kinds.amount, c kinds.note NOT NULL, d code NULL);
