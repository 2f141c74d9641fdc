-- Extended properties: what is refused, and a value that is known only when it runs.
CREATE TABLE dbo.t (id INT NOT NULL CONSTRAINT pk_t PRIMARY KEY, label NVARCHAR(20) NULL);
GO
EXEC sp_addextendedproperty N'MS_Description', N'a table', N'SCHEMA', N'dbo', N'TABLE', N't';
EXEC sp_addextendedproperty N'MS_Description', N'again', N'SCHEMA', N'dbo', N'TABLE', N't';
GO
EXEC sp_addextendedproperty N'MS_Description', N'x', N'SCHEMA', N'dbo', N'TABLE', N'nothing';
GO
EXEC sp_addextendedproperty N'MS_Description', N'x', N'SCHEMA', N'dbo', N'VIEW', N't';
GO
EXEC sp_addextendedproperty N'MS_Description', N'x', N'SCHEMA', N'dbo', N'TABLE', N't', N'COLUMN', N'nothing';
GO
EXEC sp_updateextendedproperty N'Owner', N'x', N'SCHEMA', N'dbo', N'TABLE', N't';
GO
EXEC sp_dropextendedproperty N'Owner';
GO
DECLARE @value NVARCHAR(50) = CONCAT(N'it''s ', 2), @column SYSNAME = N'label';
EXEC sp_addextendedproperty @name = N'MS_Description', @value = @value, @level0type = N'SCHEMA', @level0name = N'dbo',
    @level1type = N'TABLE', @level1name = N't', @level2type = N'COLUMN', @level2name = @column;
GO
IF NOT EXISTS (SELECT 1 FROM sys.extended_properties WHERE class = 0 AND name = N'Owner')
    EXEC sp_addextendedproperty N'Owner', N'search';
SELECT p.class_desc, OBJECT_NAME(p.major_id) AS object, p.minor_id, p.name, p.value FROM sys.extended_properties AS p ORDER BY p.class, p.minor_id;
GO
BEGIN TRANSACTION;
EXEC sp_dropextendedproperty N'Owner';
ROLLBACK TRANSACTION;
EXEC sp_updateextendedproperty N'Owner', N'found again';
ALTER TABLE dbo.t DROP COLUMN label;
SELECT p.class_desc, p.name, p.value FROM sys.extended_properties AS p ORDER BY p.class;
