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
-- what stands behind the query would run, and did not
SELECT 6 AS six; CREATE VIEW dbo.with_more AS SELECT 1 AS one; INSERT dbo.doc (id) VALUES (1);
GO
SELECT 7 AS seven; CREATE PROCEDURE dbo.with_more_too AS SELECT 1; SELECT 2;
GO
BEGIN TRANSACTION;
SELECT 8 AS eight; CREATE VIEW dbo.in_a_transaction AS SELECT 1 AS one;
GO
COMMIT;
GO
IF 1 = 1 RETURN;
CREATE VIEW dbo.behind_a_return AS SELECT 1 AS one;
GO
