-- file: migrations/V1.1__dotted.sql
-- told
CREATE TABLE dbo.one (id INT NOT NULL);
-- file: migrations/V2__fine.sql
CREATE TABLE dbo.two (id INT NOT NULL);
