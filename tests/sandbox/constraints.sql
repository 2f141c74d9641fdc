-- Rows that break constraints: numbers, names, values; nothing of a statement is left.
CREATE TABLE dbo.parent (id INT NOT NULL CONSTRAINT pk_parent PRIMARY KEY, code NVARCHAR(10) NULL CONSTRAINT uq_parent_code UNIQUE);
CREATE TABLE dbo.child (
    id INT NOT NULL CONSTRAINT pk_child PRIMARY KEY,
    parent_id INT NULL CONSTRAINT fk_child_parent REFERENCES dbo.parent (id),
    boss INT NULL CONSTRAINT fk_child_boss REFERENCES dbo.child (id),
    age INT NULL CONSTRAINT ck_child_age CHECK (age BETWEEN 0 AND 150),
    slot INT NULL, lane INT NULL
);
CREATE UNIQUE INDEX ux_child_slot ON dbo.child (slot, lane) WHERE slot IS NOT NULL;
INSERT INTO dbo.parent VALUES (1, N'a'), (2, NULL);
GO
INSERT INTO dbo.parent VALUES (3, N'c'), (1, N'd');
INSERT INTO dbo.parent VALUES (4, N'A ');
INSERT INTO dbo.parent VALUES (5, NULL);
INSERT INTO dbo.child (id, parent_id) VALUES (1, 9);
INSERT INTO dbo.child (id, boss) VALUES (1, 9);
INSERT INTO dbo.child (id, age) VALUES (1, 200);
INSERT INTO dbo.child (id, age) VALUES (NULL, 20);
SELECT COUNT(*) AS parents FROM dbo.parent;
GO
INSERT INTO dbo.child (id, parent_id, boss, slot, lane) VALUES (1, 1, 2, 1, 1), (2, 1, 1, 1, 2);
INSERT INTO dbo.child (id, slot, lane) VALUES (3, 1, 2);
INSERT INTO dbo.child (id, slot, lane) VALUES (4, NULL, 2), (5, NULL, 2);
DELETE FROM dbo.parent WHERE id = 1;
UPDATE dbo.parent SET id = 7 WHERE id = 1;
UPDATE dbo.child SET parent_id = 8 WHERE id = 1;
DELETE FROM dbo.child WHERE id = 1;
DELETE FROM dbo.child WHERE id IN (1, 2);
SELECT id FROM dbo.child ORDER BY id;
GO
ALTER TABLE dbo.child ADD CONSTRAINT ck_child_slot CHECK (lane > 5);
ALTER TABLE dbo.child WITH NOCHECK ADD CONSTRAINT ck_child_lane CHECK (lane > 5);
INSERT INTO dbo.child (id, lane) VALUES (6, 1);
ALTER TABLE dbo.child NOCHECK CONSTRAINT ck_child_lane;
INSERT INTO dbo.child (id, lane) VALUES (6, 1);
ALTER TABLE dbo.child ADD CONSTRAINT uq_child_lane UNIQUE (lane);
ALTER TABLE dbo.child ALTER COLUMN slot INT NOT NULL;
ALTER TABLE dbo.child ADD size INT NOT NULL;
ALTER TABLE dbo.child ADD size INT NOT NULL CONSTRAINT df_child_size DEFAULT 3;
SELECT DISTINCT size FROM dbo.child;
ALTER TABLE dbo.child DROP CONSTRAINT pk_child;
DROP TABLE dbo.parent;
TRUNCATE TABLE dbo.parent;
DELETE FROM dbo.parent;
GO
ALTER TABLE dbo.child ALTER COLUMN age NVARCHAR(10) NULL;
GO
ALTER TABLE dbo.child DROP CONSTRAINT ck_child_age;
ALTER TABLE dbo.child ALTER COLUMN age NVARCHAR(10) NULL;
UPDATE dbo.child SET age = N'old' WHERE id = 6;
SELECT id, age FROM dbo.child WHERE age IS NOT NULL;
ALTER TABLE dbo.child ALTER COLUMN age NVARCHAR(2) NULL;
ALTER TABLE dbo.child ALTER COLUMN age INT NULL;
