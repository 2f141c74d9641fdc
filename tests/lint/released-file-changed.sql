-- released
-- file: migrations/V1__kept.sql
CREATE TABLE dbo.kept (id INT NOT NULL);
-- file: migrations/V2__edited.sql
CREATE TABLE dbo.edited (id INT NOT NULL);
-- file: migrations/V3__named.sql
CREATE TABLE dbo.named (id INT NOT NULL);
-- file: migrations/V4__numbered.sql
-- told
CREATE TABLE dbo.numbered (id INT NOT NULL);
-- file: migrations/V6__allowed.sql
CREATE TABLE dbo.allowed (id INT NOT NULL);
-- file: post-load/V1__refresh.sql
UPDATE STATISTICS dbo.kept;
-- now
-- A leading zero in the version is nothing to the history.
-- file: migrations/V01__kept.sql
CREATE TABLE dbo.kept (id INT NOT NULL);
-- file: migrations/V2__edited.sql
-- told
CREATE TABLE dbo.edited (id INT NOT NULL, name NVARCHAR(40) NULL);
-- file: migrations/V3__with_another_name.sql
-- told
CREATE TABLE dbo.named (id INT NOT NULL);
-- file: migrations/V5__numbered.sql
-- told
CREATE TABLE dbo.numbered (id INT NOT NULL);
-- file: migrations/V6__allowed.sql
-- ragsql: allow released-file-changed it ran nowhere
CREATE TABLE dbo.allowed (id BIGINT NOT NULL);
-- file: migrations/V7__new.sql
CREATE TABLE dbo.new (id INT NOT NULL);
-- file: post-load/V1__refresh.sql
UPDATE STATISTICS dbo.kept;
