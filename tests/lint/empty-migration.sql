-- file: migrations/V1__base.sql
CREATE TABLE dbo.document (id INT NOT NULL CONSTRAINT pk_document PRIMARY KEY);
-- file: migrations/V2__comments.sql
-- told
-- What this changes, and why.
/* nothing
   yet */
-- file: migrations/V3__separators.sql
-- told
GO
;
GO
-- file: migrations/V4__nothing.sql
-- told
-- file: migrations/V5__on_purpose.sql
-- ragsql: allow empty-migration the number was taken by a release that was withdrawn
-- file: migrations/V6__prints.sql
-- a statement that changes nothing is one
PRINT 'done';
-- file: post-load/V1__comments.sql
-- told
