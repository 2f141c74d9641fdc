-- file: migrations/V1__stage.sql
CREATE SCHEMA stage;
-- file: migrations/V2__drop.sql
-- told
DROP SCHEMA stage;
GO
CREATE SCHEMA here;
GO
DROP SCHEMA here;
