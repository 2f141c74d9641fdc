CREATE TABLE dbo.doc (id INT NULL, code INT, number INT NOT NULL);
-- told
ALTER TABLE dbo.doc ADD CONSTRAINT pk_doc PRIMARY KEY (id);
CREATE TABLE dbo.other (id INT, number INT IDENTITY(1, 1));
-- told
ALTER TABLE dbo.other ADD CONSTRAINT pk_other PRIMARY KEY (id);
-- columns that never hold NULL
CREATE TABLE dbo.third (id INT NOT NULL, number INT IDENTITY(1, 1));
ALTER TABLE dbo.third ADD CONSTRAINT pk_third PRIMARY KEY (id, number);
CREATE TABLE dbo.fourth (id INT CONSTRAINT pk_fourth PRIMARY KEY);

-- a column that its own key makes NOT NULL, and one that says otherwise
CREATE TABLE dbo.fifth (number INT NOT NULL);
ALTER TABLE dbo.fifth ADD id INT CONSTRAINT pk_fifth PRIMARY KEY;
CREATE TABLE dbo.sixth (number INT NOT NULL);
ALTER TABLE dbo.sixth ADD id INT, CONSTRAINT pk_sixth PRIMARY KEY (id);
CREATE TABLE dbo.seventh (number INT NOT NULL);
-- told
ALTER TABLE dbo.seventh ADD id INT NULL CONSTRAINT pk_seventh PRIMARY KEY;
