-- Objects that need each other, under names that sort the other way round.
CREATE SCHEMA z;
GO
CREATE TYPE z.code FROM varchar(10) NOT NULL;
CREATE SEQUENCE z.numbers AS int START WITH 1;
GO
CREATE TABLE dbo.y (id int NOT NULL CONSTRAINT pk_y PRIMARY KEY, code z.code, [key] int NULL);
GO
CREATE FUNCTION z.count_y(@id int) RETURNS int WITH SCHEMABINDING AS
BEGIN
    RETURN @id;
END
GO
CREATE TABLE dbo.b (
    n int NOT NULL CONSTRAINT df_n DEFAULT (NEXT VALUE FOR z.numbers),
    y int NOT NULL CONSTRAINT fk_y REFERENCES dbo.y (id),
    twice AS (n * 2),
    CONSTRAINT ck_y CHECK (z.count_y(y) > 0),
    CONSTRAINT pk_b PRIMARY KEY (n)
);
ALTER TABLE dbo.y ADD b int NULL CONSTRAINT fk_b FOREIGN KEY REFERENCES dbo.b (n);
CREATE INDEX ix_key ON dbo.y ([key] DESC) WHERE [key] IS NOT NULL;
GO
CREATE VIEW dbo.x AS SELECT n, y FROM dbo.b;
GO
CREATE VIEW dbo.a AS SELECT n FROM dbo.x;
GO
CREATE FUNCTION z.see(@y int) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @y > 0;
GO
CREATE PROCEDURE dbo.p @n int = 1 AS SELECT n FROM dbo.a WHERE n = @n;
GO
CREATE TRIGGER dbo.t ON dbo.b AFTER INSERT AS PRINT 'added';
GO
CREATE SECURITY POLICY z.guard ADD FILTER PREDICATE z.see(y) ON dbo.b WITH (STATE = ON);
CREATE ROLE r;
GRANT SELECT, INSERT ON dbo.b TO r;
DENY EXECUTE ON dbo.p TO r;
