-- told
:setvar table doc
GO
-- told
CREATE TABLE dbo.$(table) (id INT NOT NULL);
GO
PRINT 'costs $(amount)';
-- told
SELECT $(x);
SELECT '$(x)', N'it costs $(x)' /* $(x) */ -- $(x)
