-- Extended properties on everything that has them, and what becomes of them.
CREATE SCHEMA rag;
GO
CREATE TYPE rag.code FROM NVARCHAR(20) NOT NULL;
CREATE SEQUENCE rag.numbers AS INT;
CREATE TABLE rag.chunk (
    id INT NOT NULL CONSTRAINT pk_chunk PRIMARY KEY,
    size INT NOT NULL CONSTRAINT df_size DEFAULT 0 CONSTRAINT ck_size CHECK (size >= 0),
    label NVARCHAR(50) NULL
);
CREATE INDEX ix_size ON rag.chunk (size);
CREATE TABLE rag.gone (id INT NOT NULL, part INT NULL);
CREATE TABLE rag.other_chunk (id INT NOT NULL, size INT NULL);
CREATE USER ada WITHOUT LOGIN;
GO
CREATE VIEW rag.shown AS SELECT id, size AS length FROM rag.other_chunk;
GO
CREATE PROCEDURE rag.find @id INT AS SELECT id FROM rag.chunk WHERE id = @id;
GO
CREATE FUNCTION rag.twice (@n INT) RETURNS INT AS BEGIN RETURN @n * 2; END
GO
CREATE TRIGGER rag.watch ON rag.chunk AFTER INSERT AS PRINT 'x';
GO
EXEC sp_addextendedproperty @name = N'Owner', @value = N'the search team';
EXEC sp_addextendedproperty N'MS_Description', N'What is searched.', N'SCHEMA', N'rag';
EXEC sys.sp_addextendedproperty N'MS_Description', N'A person''s text, cut.', 'Schema', rag, 'Table', chunk;
EXEC sp_addextendedproperty N'Version', 3, N'SCHEMA', N'rag', N'TABLE', N'chunk';
EXEC sp_addextendedproperty N'MS_Description', N'längst', N'SCHEMA', N'rag', N'TABLE', N'chunk', N'COLUMN', N'size';
EXEC sp_addextendedproperty N'MS_Description', N'shown', N'SCHEMA', N'rag', N'TABLE', N'chunk', N'COLUMN', N'label';
EXEC sp_addextendedproperty N'MS_Description', N'key', N'SCHEMA', N'rag', N'TABLE', N'chunk', N'CONSTRAINT', N'pk_chunk';
EXEC sp_addextendedproperty N'MS_Description', N'default', N'SCHEMA', N'rag', N'TABLE', N'chunk', N'CONSTRAINT', N'df_size';
EXEC sp_addextendedproperty N'MS_Description', N'check', N'SCHEMA', N'rag', N'TABLE', N'chunk', N'CONSTRAINT', N'ck_size';
EXEC sp_addextendedproperty N'MS_Description', N'index', N'SCHEMA', N'rag', N'TABLE', N'chunk', N'INDEX', N'ix_size';
EXEC sp_addextendedproperty N'MS_Description', N'trigger', N'SCHEMA', N'rag', N'TABLE', N'chunk', N'TRIGGER', N'watch';
EXEC sp_addextendedproperty N'MS_Description', N'view', N'SCHEMA', N'rag', N'VIEW', N'shown';
EXEC sp_addextendedproperty N'MS_Description', N'its column', N'SCHEMA', N'rag', N'VIEW', N'shown', N'COLUMN', N'length';
EXEC sp_addextendedproperty N'MS_Description', N'procedure', N'SCHEMA', N'rag', N'PROCEDURE', N'find';
EXEC sp_addextendedproperty N'MS_Description', N'parameter', N'SCHEMA', N'rag', N'PROCEDURE', N'find', N'PARAMETER', N'@id';
EXEC sp_addextendedproperty N'MS_Description', N'function', N'SCHEMA', N'rag', N'FUNCTION', N'twice';
EXEC sp_addextendedproperty N'MS_Description', N'type', N'SCHEMA', N'rag', N'TYPE', N'code';
EXEC sp_addextendedproperty N'MS_Description', N'sequence', N'SCHEMA', N'rag', N'SEQUENCE', N'numbers';
EXEC sp_addextendedproperty N'MS_Description', N'user', N'USER', N'ada';
EXEC sp_addextendedproperty N'MS_Description', N'goes', N'SCHEMA', N'rag', N'TABLE', N'gone';
EXEC sp_addextendedproperty N'MS_Description', N'goes', N'SCHEMA', N'rag', N'TABLE', N'gone', N'COLUMN', N'part';
EXEC sp_addextendedproperty N'Passing', N'goes', N'SCHEMA', N'rag', N'TABLE', N'chunk';
GO
EXEC sp_updateextendedproperty N'MS_Description', N'längst nicht', N'SCHEMA', N'rag', N'TABLE', N'chunk', N'COLUMN', N'size';
EXEC sp_dropextendedproperty N'Passing', N'SCHEMA', N'rag', N'TABLE', N'chunk';
EXEC sp_rename N'rag.chunk.label', N'title', N'COLUMN';
EXEC sp_rename N'rag.chunk.ix_size', N'ix_length', N'INDEX';
EXEC sp_rename N'rag.ck_size', N'ck_length';
EXEC sp_rename N'rag.chunk', N'piece';
DROP TABLE rag.gone;
GO
CREATE SCHEMA other;
GO
ALTER SCHEMA other TRANSFER rag.numbers;
