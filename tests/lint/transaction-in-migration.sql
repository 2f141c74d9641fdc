-- file: migrations/V1__generated.sql
-- told
BEGIN TRANSACTION;
CREATE TABLE dbo.document (id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY);
COMMIT;
GO
BEGIN TRANSACTION;
COMMIT;
-- file: migrations/V2__own.sql
-- ragsql: no-transaction
BEGIN TRANSACTION;
COMMIT;
-- file: post-load/V1__own.sql
BEGIN TRANSACTION;
COMMIT;
