-- file: migrations/V3__left.sql
-- told
CREATE TABLE dbo.one (id INT NOT NULL);
-- file: migrations/V03__a.sql
CREATE TABLE dbo.two (id INT NOT NULL);
-- file: post-load/V3__other_folder.sql
CREATE TABLE dbo.three (id INT NOT NULL);
