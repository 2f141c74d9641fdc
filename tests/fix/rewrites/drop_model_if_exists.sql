-- file: migrations/V1__drop.sql
PRINT N'before'; -- other
DROP EXTERNAL MODEL IF EXISTS embed;
DROP /* the old one */ EXTERNAL MODEL IF EXISTS [it's];
EXEC ('DROP EXTERNAL MODEL IF EXISTS hidden'); -- other
IF 1 = 1 DROP EXTERNAL MODEL IF EXISTS d ELSE PRINT N'-- other';
