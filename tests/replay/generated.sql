-- file: migrations/V1__ef_core.sql
IF OBJECT_ID(N'[__EFMigrationsHistory]') IS NULL
BEGIN
    CREATE TABLE [__EFMigrationsHistory] ([MigrationId] nvarchar(150) NOT NULL, [ProductVersion] nvarchar(32) NOT NULL, CONSTRAINT [PK___EFMigrationsHistory] PRIMARY KEY ([MigrationId]));
END;
GO
BEGIN TRANSACTION;
GO
IF NOT EXISTS (SELECT * FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'20240101000000_First')
BEGIN
    CREATE TABLE [Posts] ([Id] int NOT NULL IDENTITY, [Title] nvarchar(max) NULL, CONSTRAINT [PK_Posts] PRIMARY KEY ([Id]));
END;
GO
IF NOT EXISTS (SELECT * FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'20240101000000_First')
BEGIN
    EXEC(N'CREATE INDEX [IX_Posts_Title] ON [Posts] ([Id]) WHERE [Title] IS NOT NULL');
END;
GO
IF NOT EXISTS (SELECT * FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'20240101000000_First')
BEGIN
    INSERT INTO [__EFMigrationsHistory] ([MigrationId], [ProductVersion]) VALUES (N'20240101000000_First', N'8.0.0');
END;
GO
COMMIT;
-- file: migrations/V2__ef_core_again.sql
IF NOT EXISTS (SELECT * FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'20240101000000_First')
BEGIN
    CREATE TABLE [Posts] ([Id] int NOT NULL);
END;
GO
IF NOT EXISTS (SELECT * FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'20240202000000_Second')
BEGIN
    DECLARE @var0 sysname;
    SELECT @var0 = [d].[name] FROM [sys].[default_constraints] [d]
    INNER JOIN [sys].[columns] [c] ON [d].[parent_column_id] = [c].[column_id] AND [d].[parent_object_id] = [c].[object_id]
    WHERE ([d].[parent_object_id] = OBJECT_ID(N'[Posts]') AND [c].[name] = N'Title');
    IF @var0 IS NOT NULL EXEC(N'ALTER TABLE [Posts] DROP CONSTRAINT [' + @var0 + '];');
    ALTER TABLE [Posts] DROP COLUMN [Title];
END;
-- file: migrations/V3__deployment.sql
-- ragsql: no-transaction
CREATE TABLE #tmpErrors (Error int);
GO
BEGIN TRANSACTION;
GO
CREATE TABLE dbo.Built (Id int NOT NULL);
GO
IF @@ERROR <> 0 AND @@TRANCOUNT > 0 BEGIN ROLLBACK; END
IF @@TRANCOUNT = 0 BEGIN INSERT INTO #tmpErrors (Error) VALUES (1); BEGIN TRANSACTION; END
GO
IF EXISTS (SELECT * FROM #tmpErrors) ROLLBACK TRANSACTION
GO
IF @@TRANCOUNT > 0 BEGIN PRINT N'done'; COMMIT TRANSACTION; END ELSE PRINT N'failed';
GO
DROP TABLE #tmpErrors;
-- file: migrations/V4__compared.sql
SET NUMERIC_ROUNDABORT OFF
GO
SET XACT_ABORT ON
GO
IF @@ERROR <> 0 SET NOEXEC ON
GO
CREATE TABLE dbo.Compared (Id int NOT NULL)
GO
IF @@ERROR <> 0 SET NOEXEC ON
GO
DECLARE @Success AS BIT
SET @Success = 1
SET NOEXEC OFF
IF (@Success = 1) PRINT 'done'
ELSE BEGIN
    IF (@@TRANCOUNT > 0) ROLLBACK TRANSACTION
    PRINT 'failed'
END
