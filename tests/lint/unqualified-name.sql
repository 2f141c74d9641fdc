-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY);
-- told
CREATE TABLE page (id INT NOT NULL CONSTRAINT pk_page PRIMARY KEY);
CREATE TABLE part (id INT NOT NULL CONSTRAINT pk_part PRIMARY KEY);
CREATE TABLE #work (id INT NOT NULL);
GO
CREATE VIEW pages AS SELECT id FROM dbo.page;
-- file: migrations/V2__good.sql
CREATE INDEX ix_page ON page (id) WITH (ONLINE = ON);
DROP TABLE IF EXISTS never;
-- file: migrations/V3__one.sql
-- told
CREATE SEQUENCE number START WITH 1;
