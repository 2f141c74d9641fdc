-- Statistics that a person made.
CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, a INT NULL, b INT NULL);
CREATE INDEX ix_a ON dbo.t (a);
CREATE STATISTICS st_b ON dbo.t (b);
CREATE STATISTICS st_ba ON dbo.t (b, a) WITH FULLSCAN;
CREATE STATISTICS st_gone ON dbo.t (a);
DROP STATISTICS dbo.t.st_gone;
