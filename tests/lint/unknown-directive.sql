-- file: migrations/V1__header.sql
-- told
-- ragsql allwo drop-table The shelf is empty
-- told
-- ragsql-allow drop-table The shelf is empty
-- told
-- ragsql no_transaction
-- ragsql allows nothing here: this is a sentence
-- told
-- ragsql: no-transactions
-- told
-- ragsql: allow use-database
-- told
-- ragsql: guard rows dbo.chunk.vec >= 100
CREATE TABLE dbo.one (id INT NOT NULL);
-- told
-- ragsql: no-transaction
CREATE TABLE dbo.two (id INT NOT NULL);
PRINT '-- ragsql: nothing';
