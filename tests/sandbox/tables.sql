-- What tables can have, and what ALTER TABLE does to rows.
CREATE SEQUENCE dbo.numbers AS INT START WITH 7;
CREATE TABLE dbo.item (
    id INT NOT NULL IDENTITY (10, -5) CONSTRAINT pk_item PRIMARY KEY,
    uid UNIQUEIDENTIFIER NOT NULL CONSTRAINT df_uid DEFAULT NEWID(),
    number INT NOT NULL CONSTRAINT df_number DEFAULT (NEXT VALUE FOR dbo.numbers),
    price DECIMAL(10, 2) NOT NULL CONSTRAINT df_price DEFAULT 9.99,
    amount INT NOT NULL CONSTRAINT df_amount DEFAULT ((1)),
    total AS (price * amount) PERSISTED,
    label AS (CONCAT(N'#', number)),
    code VARCHAR(10) COLLATE Latin1_General_100_BIN2 NULL,
    name NVARCHAR(20) NULL CONSTRAINT uq_name UNIQUE,
    made DATETIME2(3) NOT NULL CONSTRAINT df_made DEFAULT SYSUTCDATETIME(),
    active BIT NOT NULL CONSTRAINT df_active DEFAULT 1,
    raw VARBINARY(8) NULL
);
CREATE INDEX ix_total ON dbo.item (total DESC) INCLUDE (name);
CREATE UNIQUE INDEX ux_code ON dbo.item (code) WHERE code IS NOT NULL;
INSERT INTO dbo.item (name, code, raw) VALUES (N'first', 'a', 0x0102), (N'second', 'A', NULL);
INSERT INTO dbo.item (name, amount, price) VALUES (N'third', 3, 1.505);
SELECT id, number, price, amount, total, label, code, name, active, raw, LEN(CAST(uid AS NVARCHAR(36))) AS uid_length,
       DATEDIFF(DAY, made, SYSUTCDATETIME()) AS days FROM dbo.item ORDER BY number;
SELECT name FROM dbo.item WHERE code = 'a';
SELECT name FROM dbo.item WHERE name = N'FIRST  ';
INSERT INTO dbo.item (name) VALUES (N'First');
INSERT INTO dbo.item (name) VALUES (NULL);
INSERT INTO dbo.item (name) VALUES (NULL);
INSERT INTO dbo.item (code) VALUES ('a');
UPDATE dbo.item SET total = 1;
UPDATE dbo.item SET id = 1;
GO
ALTER TABLE dbo.item ADD note NVARCHAR(MAX) NULL, rank INT NOT NULL CONSTRAINT df_rank DEFAULT 5, doubled AS (amount * 2);
ALTER TABLE dbo.item ADD later INT NULL CONSTRAINT df_later DEFAULT 3 WITH VALUES;
ALTER TABLE dbo.item ADD never INT NULL CONSTRAINT df_never DEFAULT 3;
GO
SELECT note, rank, doubled, later, never FROM dbo.item WHERE name = N'first';
ALTER TABLE dbo.item DROP CONSTRAINT df_rank;
ALTER TABLE dbo.item DROP COLUMN rank, doubled;
ALTER TABLE dbo.item ALTER COLUMN amount BIGINT NOT NULL;
GO
DROP INDEX ix_total ON dbo.item;
ALTER TABLE dbo.item DROP COLUMN total;
ALTER TABLE dbo.item DROP CONSTRAINT df_amount;
ALTER TABLE dbo.item ALTER COLUMN amount BIGINT NOT NULL;
ALTER TABLE dbo.item ALTER COLUMN name NVARCHAR(3) NULL;
ALTER TABLE dbo.item DROP CONSTRAINT uq_name;
ALTER TABLE dbo.item ALTER COLUMN name NVARCHAR(3) NULL;
ALTER TABLE dbo.item ALTER COLUMN name NVARCHAR(100) COLLATE Latin1_General_CS_AS NOT NULL;
UPDATE dbo.item SET name = N'none' WHERE name IS NULL;
ALTER TABLE dbo.item ALTER COLUMN name NVARCHAR(100) COLLATE Latin1_General_CS_AS NOT NULL;
SELECT name FROM dbo.item WHERE name = N'FIRST';
ALTER TABLE dbo.item ALTER COLUMN raw INT NULL;
SELECT raw FROM dbo.item WHERE raw IS NOT NULL;
ALTER TABLE dbo.item ALTER COLUMN price NVARCHAR(20) NOT NULL;
GO
CREATE TABLE dbo.part (item_id INT NOT NULL CONSTRAINT fk_part REFERENCES dbo.item (id) ON DELETE CASCADE ON UPDATE NO ACTION, n INT NULL,
    CONSTRAINT pk_part PRIMARY KEY (item_id));
CREATE TABLE dbo.tag (item_id INT NULL CONSTRAINT fk_tag REFERENCES dbo.item (id) ON DELETE SET NULL);
INSERT INTO dbo.part (item_id) SELECT id FROM dbo.item;
INSERT INTO dbo.tag (item_id) SELECT id FROM dbo.item;
DELETE FROM dbo.item WHERE name = N'first';
SELECT (SELECT COUNT(*) FROM dbo.part) AS parts, (SELECT COUNT(item_id) FROM dbo.tag) AS tags;
TRUNCATE TABLE dbo.item;
DROP TABLE dbo.part, dbo.tag;
TRUNCATE TABLE dbo.item;
INSERT INTO dbo.item (name, price) VALUES (N'again', N'x');
SELECT id, name FROM dbo.item;
DROP TABLE dbo.item;
SELECT COUNT(*) AS objects FROM sys.objects WHERE type IN (N'U', N'PK', N'D', N'F', N'C', N'UQ');
GO
CREATE TABLE dbo.wide (a INT NOT NULL, b INT NOT NULL, c NVARCHAR(10) NULL, CONSTRAINT pk_wide PRIMARY KEY NONCLUSTERED (a DESC, b), INDEX cx CLUSTERED (c), UNIQUE (c, a));
INSERT INTO dbo.wide VALUES (1, 1, NULL);
INSERT INTO dbo.wide VALUES (1, 2, NULL);
INSERT INTO dbo.wide VALUES (2, 2, NULL);
ALTER INDEX ALL ON dbo.wide REBUILD;
ALTER INDEX cx ON dbo.wide DISABLE;
CREATE UNIQUE INDEX ux_c ON dbo.wide (c);
CREATE UNIQUE INDEX ux_b ON dbo.wide (b);
SELECT name, type_desc, is_unique, is_disabled FROM sys.indexes WHERE object_id = OBJECT_ID(N'dbo.wide') ORDER BY index_id;
