-- What was renamed.
CREATE TABLE dbo.old_table (old_column INT NOT NULL CONSTRAINT old_key PRIMARY KEY, n INT NULL CONSTRAINT old_default DEFAULT 1, m INT NULL CONSTRAINT old_check CHECK (m > 0));
CREATE INDEX old_index ON dbo.old_table (n);
CREATE TABLE dbo.child (id INT NOT NULL CONSTRAINT old_fk REFERENCES dbo.old_table (old_column));
GO
CREATE PROCEDURE dbo.old_procedure AS SELECT 1;
GO
EXEC sp_rename 'dbo.old_table.old_column', 'new_column', 'COLUMN';
EXEC sp_rename 'dbo.old_table.old_index', 'new_index', 'INDEX';
EXEC sp_rename 'dbo.old_key', 'new_key', 'OBJECT';
EXEC sp_rename 'dbo.old_default', 'new_default';
EXEC sp_rename 'dbo.old_check', 'new_check';
EXEC sp_rename 'dbo.old_fk', 'new_fk';
EXEC sp_rename 'dbo.old_table', 'new_table';
