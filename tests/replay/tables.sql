-- file: migrations/V1__table.sql
CREATE TABLE dbo.t
(
    id int IDENTITY(1, 1) NOT NULL CONSTRAINT pk_t PRIMARY KEY,
    parent int NULL CONSTRAINT fk_t REFERENCES dbo.t (id),
    amount int NOT NULL CONSTRAINT df_amount DEFAULT (0) CONSTRAINT ck_amount CHECK (amount >= 0),
    label varchar(20) COLLATE Latin1_General_BIN2 NULL,
    INDEX ix_label (label)
);
-- file: migrations/V2__columns.sql
ALTER TABLE dbo.t ADD lang char(2) NOT NULL CONSTRAINT df_lang DEFAULT 'en', note nvarchar(max) NULL;
ALTER TABLE dbo.t ALTER COLUMN amount bigint NOT NULL;
ALTER TABLE dbo.t ALTER COLUMN label nvarchar(40) NULL;
ALTER TABLE dbo.t ALTER COLUMN note ADD MASKED WITH (FUNCTION = 'default()');
ALTER TABLE dbo.t DROP COLUMN IF EXISTS nothing, COLUMN note;
-- file: migrations/V3__constraints.sql
ALTER TABLE dbo.t NOCHECK CONSTRAINT fk_t;
ALTER TABLE dbo.t DROP CONSTRAINT df_amount;
ALTER TABLE dbo.t ADD CONSTRAINT df_amount2 DEFAULT (1) FOR amount;
ALTER TABLE dbo.t DROP CONSTRAINT IF EXISTS nothing, ck_amount;
ALTER TABLE dbo.t WITH NOCHECK ADD CONSTRAINT uq_t UNIQUE (label);
-- file: migrations/V4__indexes.sql
CREATE UNIQUE INDEX ix_label ON dbo.t (label, id) WITH (DROP_EXISTING = ON);
ALTER INDEX ix_label ON dbo.t DISABLE;
ALTER INDEX ALL ON dbo.t REBUILD WITH (FILLFACTOR = 80, ONLINE = ON);
CREATE INDEX ix_gone ON dbo.t (parent);
DROP INDEX ix_gone ON dbo.t, IF_NOT_THERE ON dbo.t;
DROP INDEX IF EXISTS ix_gone ON dbo.t;
-- file: migrations/V5__temporal.sql
CREATE TABLE dbo.v (id int NOT NULL PRIMARY KEY, f datetime2 GENERATED ALWAYS AS ROW START NOT NULL, u datetime2 GENERATED ALWAYS AS ROW END NOT NULL,
    PERIOD FOR SYSTEM_TIME (f, u)) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.v_history));
ALTER TABLE dbo.v SET (SYSTEM_VERSIONING = OFF);
DROP TABLE dbo.v, dbo.v_history;
-- file: migrations/V6__not_understood.sql
ALTER TABLE dbo.t FROBNICATE;
CREATE INDEX ix_amount ON dbo.t (amount);
-- file: migrations/V7__wrong.sql
ALTER TABLE dbo.w ADD c int;
DROP VIEW dbo.t;
DROP TABLE dbo.missing;
CREATE TABLE dbo.T (id int);
