-- also: unnamed-constraint
CREATE TABLE dbo.doc (id INT NOT NULL, code INT NOT NULL, place INT NOT NULL);
CREATE UNIQUE INDEX ux_code ON dbo.doc (code) WHERE place > 0;
-- told
CREATE TABLE dbo.a (doc INT NOT NULL CONSTRAINT fk_a REFERENCES dbo.doc (id));
CREATE TABLE dbo.b (code INT NOT NULL, place INT NOT NULL);
-- told
ALTER TABLE dbo.b ADD CONSTRAINT fk_b FOREIGN KEY (code) REFERENCES dbo.doc (code);
-- a unique index without a filter, in another order, and a key that comes in the same statement
CREATE UNIQUE INDEX ux_both ON dbo.doc (place, code);
ALTER TABLE dbo.b ADD CONSTRAINT fk_both FOREIGN KEY (code, place) REFERENCES dbo.doc (code, place);
CREATE TABLE dbo.tree (id INT NOT NULL PRIMARY KEY, parent INT NULL REFERENCES dbo.tree (id));
