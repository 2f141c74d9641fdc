-- file: migrations/V1__undone.sql
CREATE TABLE t0 (id int NOT NULL);
GO
BEGIN TRANSACTION;
CREATE TABLE t1 (id int NOT NULL);
ROLLBACK TRANSACTION;
GO
CREATE TABLE t2 (id int NOT NULL);
-- file: migrations/V2__savepoint.sql
CREATE TABLE t3 (id int NOT NULL);
SAVE TRANSACTION s;
CREATE TABLE t4 (id int NOT NULL);
ALTER TABLE t3 ADD c int NULL;
ROLLBACK TRANSACTION s;
CREATE TABLE t5 (id int NOT NULL);
-- file: migrations/V3__conditional.sql
-- ragsql: no-transaction
BEGIN TRAN;
CREATE TABLE t6 (id int NOT NULL);
IF (SELECT COUNT(*) FROM t5) > 3 ROLLBACK ELSE COMMIT;
CREATE TABLE t7 (id int NOT NULL);
-- file: migrations/V4__try.sql
BEGIN TRY
    BEGIN TRAN;
    CREATE TABLE t8 (id int NOT NULL);
    COMMIT;
END TRY
BEGIN CATCH
    IF @@TRANCOUNT > 0 ROLLBACK;
    CREATE TABLE t9 (id int NOT NULL);
    THROW;
END CATCH
BEGIN TRY CREATE TABLE t10 (id int NOT NULL); END TRY BEGIN CATCH DROP TABLE t7; END CATCH
-- file: migrations/V5__nested.sql
-- ragsql: no-transaction
BEGIN TRAN;
CREATE TABLE t11 (id int NOT NULL);
BEGIN TRAN;
CREATE TABLE t12 (id int NOT NULL);
COMMIT;
IF @@TRANCOUNT = 1 CREATE TABLE t13 (id int NOT NULL);
ROLLBACK;
ROLLBACK;
CREATE TABLE t14 (id int NOT NULL);
-- file: migrations/V6__return.sql
CREATE TABLE t15 (id int NOT NULL);
IF (SELECT COUNT(*) FROM t15) > 0 RETURN;
CREATE TABLE t16 (id int NOT NULL);
GO
RETURN;
CREATE TABLE t17 (id int NOT NULL);
-- file: migrations/V7__loop.sql
DECLARE @i int = 0;
WHILE @i < 3
BEGIN
    CREATE TABLE t18 (id int NOT NULL);
    SET @i += 1;
END
-- file: migrations/V8__not_executed.sql
SET PARSEONLY ON
GO
DROP TABLE t0
GO
SET PARSEONLY OFF
GO
SET NOEXEC ON;
DROP TABLE t2;
SET NOEXEC OFF;
CREATE TABLE t19 (id int NOT NULL);
