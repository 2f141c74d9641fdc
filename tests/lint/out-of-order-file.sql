-- released
-- file: migrations/V1__first.sql
CREATE TABLE dbo.first (id INT NOT NULL);
-- file: migrations/V5__last.sql
CREATE TABLE dbo.last (id INT NOT NULL);
-- file: post-load/V1__refresh.sql
UPDATE STATISTICS dbo.first;
-- now
-- file: migrations/V1__first.sql
CREATE TABLE dbo.first (id INT NOT NULL);
-- file: migrations/V3__between.sql
-- told
CREATE TABLE dbo.between_them (id INT NOT NULL);
-- file: migrations/V4__allowed.sql
-- ragsql: allow out-of-order-file V5 ran nowhere
CREATE TABLE dbo.allowed (id INT NOT NULL);
-- file: migrations/V5__last.sql
CREATE TABLE dbo.last (id INT NOT NULL);
-- file: migrations/V6__after.sql
CREATE TABLE dbo.after_them (id INT NOT NULL);
-- file: post-load/V1__refresh.sql
UPDATE STATISTICS dbo.first;
-- file: post-load/V2__counted_by_itself.sql
UPDATE STATISTICS dbo.last;
