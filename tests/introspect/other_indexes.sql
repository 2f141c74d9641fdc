-- XML, spatial and JSON indexes, as far as every index goes.
CREATE TABLE dbo.t (id INT NOT NULL CONSTRAINT pk_t PRIMARY KEY CLUSTERED, x XML NULL);
CREATE PRIMARY XML INDEX xp ON dbo.t (x);
CREATE XML INDEX xs ON dbo.t (x) USING XML INDEX xp FOR PATH;
