-- Names that need their brackets.
CREATE SCHEMA [odd schema];
GO
CREATE TABLE [odd schema].[Doc "Chunks" ]]v1] ([a b] INT NOT NULL, [c.d] INT NULL, [select] INT NULL, [naïve – 日本] NVARCHAR(10) NULL, [it's] INT NULL,
    CONSTRAINT [pk of it] PRIMARY KEY ([a b]), CONSTRAINT [ck's] CHECK ([it's] > 0));
CREATE INDEX [ix. one] ON [odd schema].[Doc "Chunks" ]]v1] ([c.d]) INCLUDE ([select]);
GO
CREATE VIEW [odd schema].[a view] AS SELECT [a b], [naïve – 日本] FROM [odd schema].[Doc "Chunks" ]]v1];
