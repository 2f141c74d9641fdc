CREATE TABLE dbo.doc (id INT NOT NULL); -- behind it
/* belongs
to the view */
-- so does this
CREATE VIEW dbo.ids AS SELECT id FROM dbo.doc;
GO
SELECT 1; CREATE VIEW dbo.same_line AS SELECT 1 AS one;
GO
SELECT 2 /* a comment
over lines */ CREATE VIEW dbo.after_comment AS SELECT 1 AS one;
GO
SELECT 3;
CREATE VIEW dbo.many_times AS SELECT 1 AS one;
GO 2
IF 1 = 1
    CREATE SCHEMA inside_a_branch;
GO
SELECT 4;
EXEC ('SELECT 5; CREATE VIEW dbo.in_text AS SELECT 1 AS one;');
GO
