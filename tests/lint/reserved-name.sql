-- file: migrations/V1__base.sql
-- told
CREATE TABLE dbo.[order] (id INT NOT NULL CONSTRAINT pk_order PRIMARY KEY, [user] INT NOT NULL, [value] INT NULL);
CREATE TABLE dbo.thing (id INT NOT NULL CONSTRAINT pk_thing PRIMARY KEY, [Group] INT NOT NULL);
-- file: migrations/V2__column.sql
-- told
ALTER TABLE dbo.thing ADD [Key] INT NULL;
ALTER TABLE dbo.thing ADD [name] INT NULL, status INT NULL;
-- file: migrations/V3__good.sql
CREATE TABLE dbo.purchase (id INT NOT NULL CONSTRAINT pk_purchase PRIMARY KEY, buyer INT NOT NULL);
