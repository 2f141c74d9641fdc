-- Vector columns of both base types.
CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, a VECTOR(1536) NULL, b VECTOR(1998, float32) NULL, c vector(3996, float16) NULL, d [vector](1) NOT NULL, e sys.vector(3) SPARSE NULL);
