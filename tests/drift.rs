//! Drift between two catalogs: what is told, what is not, and what files touch.

use ragsql::catalog::Catalog;
use ragsql::drift::{self, Drift, LeftOut};
use ragsql::name::Name;
use ragsql::replay;
use ragsql::source::Project;

fn catalog(script: &str) -> Catalog {
    replay::replay(&Project::from_texts([("migrations/V1__x.sql", script)]), &mut ())
}

/// What is told, each as kind and path.
fn told(expected: &str, found: &str) -> Vec<String> {
    told_without(expected, found, &LeftOut::default())
}

fn told_without(expected: &str, found: &str, left_out: &LeftOut) -> Vec<String> {
    let drift = Drift::between(catalog(expected), catalog(found), left_out);
    drift.changes.iter().map(|drifted| format!("{} {}", drifted.change.kind, drifted.change.path())).collect()
}

#[test]
fn the_servers_spelling_is_no_drift() {
    let written = "CREATE TABLE dbo.t (a INT NOT NULL CHECK (a IN (1, 2)), made DATETIME NOT NULL DEFAULT GETDATE(), b AS a PERSISTED,
        at DATETIME2(3) NOT NULL, d AS CAST(at AS DATE) PERSISTED, flag BIT NOT NULL CONSTRAINT df DEFAULT CONVERT([bit], (1)))";
    let stored = "CREATE TABLE [dbo].[t] ([a] [int] NOT NULL CHECK (([a]=(2) OR [a]=(1))), [made] [datetime] NOT NULL DEFAULT (getdate()),
        [b] AS ([a]) PERSISTED, [at] [datetime2](3) NOT NULL, [d] AS (CONVERT([date],[at])) PERSISTED,
        [flag] [bit] NOT NULL CONSTRAINT [df] DEFAULT (CONVERT([bit],(1))))";
    assert_eq!(told(written, stored), Vec::<String>::new());
}

#[test]
fn the_way_to_a_change_is_no_drift() {
    let made = |length: u32| {
        format!(
            "CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, name NVARCHAR({length}) NOT NULL, tenant INT NOT NULL);
             CREATE INDEX ix ON dbo.t (name) INCLUDE (tenant);
             GO
             CREATE FUNCTION dbo.f (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @tenant = 1;
             GO
             CREATE SECURITY POLICY dbo.p ADD FILTER PREDICATE dbo.f(tenant) ON dbo.t WITH (STATE = ON);"
        )
    };
    assert_eq!(told(&made(10), &made(5)), ["alter-column dbo.t.name"]);
    assert_eq!(told(&made(10), &made(10)), Vec::<String>::new());
}

#[test]
fn what_has_to_go_meanwhile_is_no_drift_however_it_is_spelt() {
    let written = |length: u32| {
        format!(
            "CREATE TABLE dbo.t (id INT NOT NULL CONSTRAINT pk PRIMARY KEY, name NVARCHAR({length}) NULL CONSTRAINT df DEFAULT N'a',
                CONSTRAINT ck CHECK (name IN (N'a', N'b')));
             CREATE INDEX ix ON dbo.t (name) WHERE name IS NOT NULL;
             GO
             CREATE VIEW dbo.v WITH SCHEMABINDING AS SELECT id, name FROM dbo.t;
             GO
             GRANT SELECT ON dbo.v TO public;"
        )
    };
    let stored = |length: u32| {
        format!(
            "CREATE TABLE [dbo].[t] ([id] [int] NOT NULL, [name] [nvarchar]({length}) NULL CONSTRAINT [df] DEFAULT (N'a'));
             ALTER TABLE [dbo].[t] ADD CONSTRAINT [ck] CHECK (([name]=N'b' OR [name]=N'a'));
             ALTER TABLE [dbo].[t] ADD CONSTRAINT [pk] PRIMARY KEY CLUSTERED ([id] ASC);
             CREATE NONCLUSTERED INDEX [ix] ON [dbo].[t] ([name] ASC) WHERE ([name] IS NOT NULL);
             GO
             create view [dbo].[v] with schemabinding as select [id], [name] from [dbo].[t];
             GO
             GRANT SELECT ON OBJECT::[dbo].[v] TO [public];"
        )
    };
    assert_eq!(told(&written(10), &stored(10)), Vec::<String>::new());
    assert_eq!(told(&written(10), &stored(5)), ["alter-column dbo.t.name"], "the rest says the same");
    let other = stored(5).replace("[name]=N'b'", "[name]=N'c'").replace("select [id], [name]", "select [name], [id]");
    let all = told(&written(10), &other);
    for drift in ["alter-column dbo.t.name", "alter-constraint dbo.t.ck", "alter-module dbo.v"] {
        assert!(all.contains(&drift.to_owned()), "{all:?}");
    }
    assert!(!all.iter().any(|drift| drift.contains("ix") || drift.contains("df")), "{all:?}");
}

#[test]
fn what_may_be_missing_is_told_in_a_note() {
    let perhaps =
        "CREATE TABLE dbo.u (id INT NOT NULL); IF @@SERVERNAME = N'x' CREATE SEQUENCE dbo.s AS INT START WITH 1;";
    let drift = Drift::between(catalog(perhaps), catalog("CREATE TABLE dbo.u (id INT NOT NULL);"), &LeftOut::default());
    assert_eq!(drift.changes, []);
    assert!(drift.notes.iter().any(|note| note.starts_with("dbo.s is not known for certain")), "{:?}", drift.notes);
}

#[test]
fn an_object_that_is_not_known_for_certain_is_told_in_a_note() {
    let unknown =
        "CREATE TABLE dbo.t (id INT NOT NULL); ALTER TABLE dbo.t FROBNICATE; CREATE TABLE dbo.u (id INT NOT NULL)";
    let found = "CREATE TABLE dbo.t (id INT NOT NULL, n INT NULL); CREATE TABLE dbo.u (id INT NOT NULL, n INT NULL)";
    let drift = Drift::between(catalog(unknown), catalog(found), &LeftOut::default());
    let paths: Vec<_> = drift.changes.iter().map(|drifted| drifted.change.path()).collect();
    assert_eq!(paths, ["dbo.u.n"]);
    assert!(drift.notes.iter().any(|note| note.contains("dbo.t")), "{:?}", drift.notes);
}

#[test]
fn what_is_left_out_takes_with_it_what_belongs_to_it() {
    let found = "CREATE SCHEMA audit;
        GO
        CREATE TABLE audit.t (id INT NOT NULL CONSTRAINT pk PRIMARY KEY);
        CREATE STATISTICS st ON audit.t (id);
        GRANT SELECT ON audit.t TO public;
        GO
        CREATE TRIGGER audit.tr ON audit.t AFTER INSERT AS PRINT 'x';
        GO
        CREATE VIEW audit.v AS SELECT id FROM audit.t;";
    let patterns = ["audit", "audit.*"].map(|text| text.parse().expect("a pattern"));
    let left_out = LeftOut { own: Vec::new(), patterns: patterns.to_vec() };
    assert_eq!(told_without("SELECT 1", found, &left_out), Vec::<String>::new());
    let tables_alone = LeftOut { own: vec![Name::new("audit", "t")], patterns: Vec::new() };
    let told = told_without("SELECT 1", found, &tables_alone);
    assert_eq!(told, ["add-schema audit", "add-module audit.v"], "a schema with something in it is not the tool's");
}

/// What a file touches in a database that is as a script makes it.
fn touched(before: &str, file: &str) -> Vec<String> {
    let project = Project::from_texts([("migrations/V2__y.sql", file)]);
    let files: Vec<_> = project.migrations.iter().collect();
    drift::touched(&catalog(before), &files).iter().map(ToString::to_string).collect()
}

#[test]
fn files_touch_what_they_change() {
    let before = "CREATE TABLE dbo.t (id INT NOT NULL); CREATE TABLE dbo.u (id INT NOT NULL); CREATE ROLE r;";
    let file = "IF COL_LENGTH(N'dbo.t', N'n') IS NULL ALTER TABLE dbo.t ADD n INT NULL;
         IF COL_LENGTH(N'dbo.u', N'id') IS NULL ALTER TABLE dbo.u ADD id INT NULL;
         EXEC (N'CREATE INDEX ix ON dbo.t (id)');
         GRANT SELECT ON dbo.v TO r;
         ALTER ROLE r ADD MEMBER s;
         SELECT id FROM dbo.u;";
    assert_eq!(
        touched(before, file),
        ["dbo.t", "dbo.v", "principal s"],
        "reading touches nothing, nor does a branch that is not taken"
    );
}

#[test]
fn files_touch_what_their_changes_stand_on() {
    let before = "CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, tenant INT NOT NULL);
        CREATE TABLE dbo.u (id INT NOT NULL);
        CREATE SYNONYM dbo.other FOR dbo.u;
        GO
        CREATE FUNCTION dbo.f (@tenant INT) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT 1 AS ok WHERE @tenant = 1;
        GO
        CREATE SECURITY POLICY dbo.p ADD FILTER PREDICATE dbo.f(tenant) ON dbo.t WITH (STATE = ON);
        GO
        CREATE TRIGGER dbo.tr ON dbo.u AFTER INSERT AS PRINT 'x';";
    for (file, all) in [
        ("CREATE TRIGGER dbo.tr2 ON dbo.t AFTER INSERT AS DELETE FROM dbo.u", "dbo.t dbo.tr2"),
        ("DROP TRIGGER dbo.tr", "dbo.tr dbo.u"),
        ("DISABLE TRIGGER dbo.tr ON dbo.u", "dbo.tr dbo.u"),
        ("ALTER SECURITY POLICY dbo.p WITH (STATE = OFF)", "dbo.f dbo.p dbo.t"),
        ("DROP SECURITY POLICY dbo.p", "dbo.f dbo.p dbo.t"),
        ("CREATE VIEW dbo.v AS SELECT t.id FROM dbo.t JOIN dbo.other AS o ON o.id = t.id", "dbo.t dbo.u dbo.v"),
        ("CREATE PROCEDURE dbo.q AS SELECT id FROM dbo.t", "dbo.q"),
        ("CREATE TABLE dbo.w (id INT NOT NULL REFERENCES dbo.t (id))", "dbo.t dbo.w"),
        ("ALTER TABLE dbo.u ADD CONSTRAINT fk FOREIGN KEY (id) REFERENCES dbo.t (id)", "dbo.t dbo.u"),
        ("INSERT INTO dbo.other (id) SELECT id FROM dbo.t", "dbo.t dbo.u"),
        ("UPDATE x SET id = 1 FROM dbo.u AS x WHERE EXISTS (SELECT 1 FROM dbo.t WHERE t.id = x.id)", "dbo.t dbo.u"),
        ("DELETE FROM dbo.u", "dbo.u"),
        ("MERGE dbo.u AS u USING dbo.t AS t ON t.id = u.id WHEN MATCHED THEN DELETE;", "dbo.t dbo.u"),
        ("IF 1 = 0 DELETE FROM dbo.u", ""),
    ] {
        assert_eq!(touched(before, file).join(" "), all, "{file}");
    }
}

#[test]
fn what_goes_and_comes_again_as_another_one_is_one_change() {
    let with = |index: &str, check: &str| {
        format!(
            "CREATE TABLE dbo.t (id INT NOT NULL, n INT NULL, CONSTRAINT ck CHECK ({check})); CREATE INDEX ix ON dbo.t ({index});"
        )
    };
    let drift = Drift::between(catalog(&with("id", "n > 1")), catalog(&with("id, n", "n > 2")), &LeftOut::default());
    let told: Vec<_> = drift.changes.iter().map(|drifted| ragsql::report::drift::line(&drifted.change)).collect();
    assert_eq!(told.len(), 2, "{told:#?}");
    for line in [
        "~ dbo.t.ix (alter-index): CREATE INDEX ix ON dbo.t (id) -> CREATE INDEX ix ON dbo.t (id, n)",
        "~ dbo.t.ck (alter-constraint): CONSTRAINT ck CHECK (n > 1) -> CONSTRAINT ck CHECK (n > 2)",
    ] {
        assert!(told.contains(&line.to_owned()), "{told:#?}");
    }
}
