-- file: migrations/V1__open.sql
PRINT 'before';
-- told
BEGIN
    PRINT 'inside';
-- file: migrations/V2__closed.sql
BEGIN
    PRINT 'inside';
END
GO
SELECT CASE WHEN 1 = 1 THEN CASE 2 WHEN 2 THEN 3 END END AS [case], (CASE 1 WHEN 1 THEN 2 END);
-- told
SELECT CASE WHEN 1 = 1 THEN 2;
-- told
UPDATE dbo.doc SET kind = (CASE WHEN id = 1 THEN CASE 2 WHEN 2 THEN 3 END) WHERE id = 1;
