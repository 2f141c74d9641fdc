-- ragsql: allow use-database the script is for the old server
-- The table.
CREATE TABLE dbo.doc (id INT NOT NULL);
    -- ragsql: allow missing-object it is made by another team
DROP TABLE dbo.doc;
CREATE TABLE dbo.doc (id INT NOT NULL);
