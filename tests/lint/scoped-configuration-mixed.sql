-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (
    id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY,
    title NVARCHAR(400) NOT NULL,
    owner NVARCHAR(100) NULL,
    language CHAR(2) NULL
);
-- file: migrations/V2__mixed.sql
-- told
ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 2;
ALTER DATABASE SCOPED CONFIGURATION SET LEGACY_CARDINALITY_ESTIMATION = OFF;
ALTER TABLE dbo.document ADD pages INT NULL;
-- file: migrations/V3__alone.sql
SET NOCOUNT ON;
ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 4;
PRINT N'done';
-- file: migrations/V4__no_transaction.sql
-- ragsql: no-transaction
ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 2;
ALTER TABLE dbo.document ADD words INT NULL;
