-- Synonyms for what is here, not yet here, and elsewhere.
CREATE TABLE dbo.t (id INT NOT NULL);
CREATE SYNONYM dbo.one FOR dbo.t;
CREATE SYNONYM dbo.two FOR t;
CREATE SYNONYM dbo.three FOR dbo.[odd ]] name];
CREATE SYNONYM dbo.four FOR sandbox.dbo.t;
