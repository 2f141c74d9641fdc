-- file: migrations/V1__open.sql
CREATE TABLE dbo.one (id INT NOT NULL);
-- told
PRINT 'it
-- file: migrations/V2__comment.sql
CREATE TABLE dbo.two (id INT NOT NULL);
-- told
/* begun /* and nested */
CREATE TABLE dbo.three (id INT NOT NULL);
-- file: migrations/V3__closed.sql
PRINT 'it''s /* no comment';
