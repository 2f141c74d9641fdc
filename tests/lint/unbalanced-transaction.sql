-- also: transaction-in-migration
-- file: migrations/V1__open.sql
-- ragsql: no-transaction
-- told
BEGIN TRANSACTION;
CREATE TABLE dbo.document (id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY);
-- file: migrations/V2__commit.sql
CREATE TABLE dbo.note (id INT NOT NULL CONSTRAINT pk_note PRIMARY KEY);
-- told
COMMIT;
CREATE TABLE dbo.tag (id INT NOT NULL CONSTRAINT pk_tag PRIMARY KEY);
-- file: migrations/V3__rollback.sql
BEGIN TRANSACTION;
-- told
ROLLBACK;
-- file: migrations/V4__none.sql
-- ragsql: no-transaction
-- told
COMMIT;
-- file: migrations/V5__fine.sql
-- ragsql: no-transaction
BEGIN TRY
    BEGIN TRANSACTION;
    SAVE TRANSACTION before_it;
    ROLLBACK TRANSACTION before_it;
    COMMIT;
END TRY
BEGIN CATCH
    IF @@TRANCOUNT > 0 ROLLBACK;
    THROW;
END CATCH;
GO
BEGIN TRANSACTION;
ROLLBACK;
-- file: migrations/V6__branches.sql
-- ragsql: no-transaction
BEGIN TRANSACTION;
IF (SELECT COUNT(*) FROM dbo.note) > 0 COMMIT; ELSE ROLLBACK;
