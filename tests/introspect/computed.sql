-- Computed columns.
CREATE TABLE dbo.t (
    a INT NOT NULL,
    b AS a PERSISTED,
    c AS (a * 2),
    d AS ((a + 1) * (a - 1)),
    e AS CONCAT(N'#', a) PERSISTED NOT NULL,
    f AS CAST(a AS BIGINT),
    g NVARCHAR(MAX) NULL,
    h AS JSON_VALUE(g, '$.h')
);
CREATE INDEX ix_c ON dbo.t (c);
