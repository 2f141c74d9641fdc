-- file: migrations/V1__off.sql
-- told
SET XACT_ABORT OFF;
SET XACT_ABORT ON;
-- told
SET NOCOUNT, XACT_ABORT off;
SET NOCOUNT OFF;
GO
CREATE PROCEDURE dbo.own AS
SET XACT_ABORT OFF;
PRINT N'a caller decides';
-- file: migrations/V2__alone.sql
-- ragsql: no-transaction
-- told
SET XACT_ABORT OFF;
