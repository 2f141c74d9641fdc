-- A table with a history, one with other keys, and what stands on them.
CREATE TABLE dbo.docs (
    id bigint NOT NULL CONSTRAINT pk_docs PRIMARY KEY NONCLUSTERED,
    title varchar(50) COLLATE Latin1_General_BIN2 NULL,
    shout AS UPPER(title),
    since datetime2(7) GENERATED ALWAYS AS ROW START HIDDEN NOT NULL,
    until datetime2(7) GENERATED ALWAYS AS ROW END HIDDEN NOT NULL,
    PERIOD FOR SYSTEM_TIME (since, until)
) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.docs_history));
CREATE UNIQUE INDEX ux_title ON dbo.docs (title);
CREATE TABLE dbo.tags (
    id int NOT NULL CONSTRAINT pk_tags PRIMARY KEY,
    doc bigint NOT NULL CONSTRAINT fk_docs REFERENCES dbo.docs (id),
    title varchar(50) COLLATE Latin1_General_BIN2 NULL CONSTRAINT fk_title REFERENCES dbo.docs (title)
);
CREATE STATISTICS st_title ON dbo.docs (title);
GO
CREATE VIEW dbo.titles WITH SCHEMABINDING AS SELECT id, shout FROM dbo.docs;
