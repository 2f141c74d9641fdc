-- Shapes for which other tools are known to see differences that are none.
CREATE TABLE dbo.t (
    a INT NOT NULL CHECK (a IN (1, 2)),
    made DATETIME NOT NULL DEFAULT GETDATE(),
    b AS a PERSISTED,
    at DATETIME2(3) NOT NULL,
    d AS CAST(at AS DATE) PERSISTED,
    flag BIT NOT NULL CONSTRAINT df_flag DEFAULT CONVERT([bit], (1)),
    later INT NOT NULL,
    CONSTRAINT pk_t PRIMARY KEY (a)
);
ALTER TABLE dbo.t ADD CONSTRAINT df_later DEFAULT 3 FOR later;
CREATE TYPE dbo.tt AS TABLE (a INT, b AS a);
CREATE TABLE dbo.u (id INT NOT NULL);
ALTER TABLE dbo.u ADD CONSTRAINT pk_u PRIMARY KEY (id);
