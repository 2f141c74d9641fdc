-- file: migrations/V1__open.sql
PRINT 'before';
-- told
BEGIN
    PRINT 'inside';
-- file: migrations/V2__closed.sql
BEGIN
    PRINT 'inside';
END
