CREATE TABLE dbo.doc (id INT NOT NULL CONSTRAINT pk_doc PRIMARY KEY CLUSTERED, code INT NOT NULL CONSTRAINT df_code DEFAULT 0);
-- told
ALTER TABLE dbo.doc ADD CONSTRAINT pk_again PRIMARY KEY (code);
-- told
CREATE CLUSTERED INDEX cx_doc ON dbo.doc (code);
-- told
ALTER TABLE dbo.doc ADD CONSTRAINT df_again DEFAULT 1 FOR code;
-- a heap with a key that is not clustered
CREATE TABLE dbo.heap (id INT NOT NULL CONSTRAINT pk_heap PRIMARY KEY NONCLUSTERED, code INT NOT NULL);
CREATE CLUSTERED INDEX cx_heap ON dbo.heap (code);
CREATE CLUSTERED INDEX cx_heap ON dbo.heap (code, id) WITH (DROP_EXISTING = ON);
