//! Emit: what is written reads back as the same catalog, in an order that runs, and is told in full.

#[path = "emit/generated.rs"]
mod generated;
#[path = "emit/hostile.rs"]
mod hostile;

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use ragsql::catalog::Catalog;
use ragsql::change::{ApplyError, Change};
use ragsql::emit;
use ragsql::name::Name;
use ragsql::normal::{settled, without_notes};
use ragsql::replay::{Observer, Step, replay};
use ragsql::report::diff::{Report, sql};
use ragsql::schema::Column;
use ragsql::source::{self, Project};
use ragsql::text::Span;

/// What a catalog says, however it came to be.
fn said(catalog: &Catalog) -> Catalog {
    without_notes(&settled(catalog))
}

/// Changes that do not fit, and statements that are not understood.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Observer for Wrong {
    fn step(&mut self, step: &Step<'_>) {
        if step.unknown.is_some() {
            self.0.push(format!("not understood: {}", &step.source.text()[step.span.range()]));
        }
    }

    fn misfit(&mut self, _: &Step<'_>, change: &Change, _: Span, error: &ApplyError) {
        self.0.push(format!("{error}: {change:?}"));
    }
}

/// What is wrong with a script that runs on an empty database.
fn wrong(script: &str) -> Vec<String> {
    let mut wrong = Wrong::default();
    let migration = source::text("schema.sql", script);
    let problems = migration.parse().problems;
    wrong.0.extend(problems.iter().map(|problem| format!("{:?}", problem.kind)));
    replay(&Project::loose([Ok(migration)]), &mut wrong);
    wrong.0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(catalog in generated::catalog()) {
        let script = emit::schema(&catalog);
        prop_assert_eq!(said(&emit::read("schema.sql", &script)), said(&catalog), "{}", script);
        let certain = emit::schema(&without_notes(&catalog));
        prop_assert_eq!(emit::schema(&emit::read("schema.sql", &script)), certain, "written again, it is the same");
    }

    #[test]
    fn no_name_ends_a_comment(name in hostile::name(), part in hostile::name()) {
        let catalog = hostile::catalog(&name, &part);
        let script = emit::schema(&catalog);
        prop_assert_eq!(wrong(&script), Vec::<String>::new(), "{}", script);
        prop_assert!(!emit::read("schema.sql", &script).tables.contains_key(&Name::dbo("stolen")), "{}", script);
        let migration = source::text("schema.sql", &script);
        prop_assert!(migration.header.no_transaction.is_none() && migration.allows.is_empty(), "{}", script);
    }

    #[test]
    fn no_name_gets_out_of_a_script_of_changes(name in hostile::name(), part in hostile::name()) {
        let before = hostile::catalog(&name, &part);
        let difference = ragsql::diff::diff(&before, &Catalog::default(), &ragsql::diff::Renames::default());
        let report = Report::new(&name, "empty", &before, &difference, &[]);
        for script in [sql::render(&report), emit::comment(&name)] {
            let lines = source::text("diff.sql", &script);
            prop_assert!(lines.header.no_transaction.is_none() && lines.allows.is_empty(), "{}", script);
            let script = format!("CREATE TABLE dbo.kept (id int NOT NULL);\nGO\n{script}");
            let tables = replay(&Project::loose([Ok(source::text("diff.sql", &script))]), &mut ()).tables;
            prop_assert!(!tables.contains_key(&Name::dbo("stolen")) && tables.contains_key(&Name::dbo("kept")), "{}", script);
        }
    }
}

fn fixtures(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            fixtures(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "sql") {
            found.push(path);
        }
    }
    found.sort();
}

/// What a fixture says, apart from tables of which not all columns are known.
fn known(catalog: &Catalog) -> Catalog {
    let mut catalog = said(catalog);
    let is_known = |column: &Column| column.data_type.is_some() || column.computed.is_some();
    let unknown = catalog
        .tables
        .iter()
        .filter(|(_, entry)| entry.definition.columns.is_empty() || !entry.definition.columns.iter().all(is_known));
    let unknown: Vec<_> = unknown.map(|(name, _)| name.clone()).collect();
    for name in unknown {
        catalog.tables.remove(&name);
        catalog.statistics.remove(&name);
        catalog.constraint_names.retain(|_, table| *table != name);
    }
    catalog
}

#[test]
fn every_fixture_reads_back() {
    let mut paths = Vec::new();
    fixtures(Path::new("tests"), &mut paths);
    let mut tables = 0;
    for path in &paths {
        let Ok(text) = fs::read_to_string(path) else { continue };
        let catalog = replay(&Project::fixture(&text), &mut ());
        let script = emit::schema(&catalog);
        assert_eq!(known(&emit::read("schema.sql", &script)), known(&catalog), "{}:\n{script}", path.display());
        tables += catalog.tables.len();
    }
    assert!(paths.len() > 150 && tables > 200, "{} fixtures with {tables} tables", paths.len());
}

#[test]
fn showcases() {
    insta::with_settings!({ snapshot_path => "../snapshots/emit", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::glob!("emit/*.sql", |path| {
            let text = fs::read_to_string(path).expect("a fixture can be read");
            let catalog = replay(&Project::fixture(&text), &mut ());
            let script = emit::schema(&catalog);
            insta::assert_snapshot!(script);
            if path.file_stem().is_some_and(|stem| stem != "uncertain") {
                assert_eq!(wrong(&script), Vec::<String>::new());
            }
            assert_eq!(known(&emit::read("schema.sql", &script)), known(&catalog));
        });
    });
}

#[test]
fn the_order_of_history_leaves_no_trace() {
    let one = "CREATE TABLE t (id int NOT NULL); CREATE INDEX b ON t (id); CREATE INDEX a ON t (id) WITH (ONLINE = ON);\n\
               ALTER TABLE t ADD CONSTRAINT k CHECK (id > 0), CONSTRAINT df DEFAULT 1 FOR id;\nGO\nCREATE VIEW v AS SELECT 1 AS x";
    let other = "create table dbo.t (id int not null constraint df default 1 constraint k check (id > 0), index a (id));\n\
                 create index b on dbo.t (id);\nGO\nALTER TABLE t ADD gone int; ALTER TABLE t DROP COLUMN gone;\nGO\n\
                 CREATE VIEW old AS SELECT 2 AS x\nGO\nEXEC sp_rename 'old', 'v'\nGO\nALTER VIEW v AS SELECT 1 AS x";
    let written = |text: &str| emit::schema(&replay(&Project::fixture(text), &mut ()));
    assert_eq!(written(one), written(other));
}

#[test]
fn nothing_that_is_not_understood_is_lost() {
    let catalog = replay(
        &Project::fixture(
            "SELECT 1 AS x INTO dbo.copy;\nCREATE CERTIFICATE words WITH SUBJECT = 'x';\n\
         CREATE PARTITION FUNCTION by_year (int) AS RANGE RIGHT FOR VALUES (2024);",
        ),
        &mut (),
    );
    let script = emit::schema(&catalog);
    for told in ["-- Known by name only: TABLE::dbo.copy", "-- Known by name only: CERTIFICATE::dbo.words"] {
        assert!(script.contains(told), "{script}");
    }
    let back = emit::read("schema.sql", &script);
    assert_eq!(back.others, catalog.others);
    assert!(back.tables.values().all(|entry| entry.uncertain) && back.tables.len() == 1);
}

#[test]
fn a_script_runs_in_its_order() {
    let text = "CREATE TABLE dbo.z (id int PRIMARY KEY);\nGO\n\
                CREATE FUNCTION dbo.f(@x int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN (SELECT COUNT(*) FROM dbo.z) END\nGO\n\
                CREATE TABLE dbo.a (n int CHECK (dbo.f(n) > 0), z int REFERENCES dbo.z);\nGO\n\
                CREATE VIEW dbo.b AS SELECT 1 AS x FROM dbo.a\nGO\nCREATE VIEW dbo.aa AS SELECT x FROM dbo.b";
    let script = emit::schema(&replay(&Project::fixture(text), &mut ()));
    let at = |text: &str| script.find(text).unwrap_or_else(|| panic!("{text} is missing in\n{script}"));
    let order =
        ["TABLE dbo.z", "FUNCTION dbo.f", "TABLE dbo.a", "REFERENCES dbo.z", "VIEW dbo.b", "VIEW dbo.aa"].map(at);
    assert!(order.is_sorted(), "{script}");
}

/// On the embedded engine, which refuses what Azure SQL refuses.
#[cfg(feature = "sandbox")]
#[test]
fn a_script_runs() {
    for file in ["tests/emit/order.sql", "snapshots/schema.sql"] {
        let text = fs::read_to_string(file).expect("the fixture can be read");
        let script = emit::schema(&replay(&Project::fixture(&text), &mut ()));
        let script = script.split("---- Post-load").next().unwrap_or_default();
        let dir = tempfile::TempDir::new().expect("a temporary folder");
        for folder in ["migrations", "post-load"] {
            fs::create_dir(dir.path().join(folder)).expect("the folder is new");
        }
        fs::write(dir.path().join("migrations/V1__schema.sql"), script).expect("the file can be written");
        let mut command = assert_cmd::Command::cargo_bin("ragsql").expect("the binary is built");
        command.current_dir(dir.path()).args(["apply", "--url", "sandbox"]).assert().success();
    }
}

#[test]
fn secrets_are_never_written() {
    let text = "CREATE DATABASE SCOPED CREDENTIAL c WITH IDENTITY = 'me', SECRET = 'hunter2';\n\
                CREATE APPLICATION ROLE r WITH PASSWORD = 'hunter2';";
    let script = emit::schema(&replay(&Project::fixture(text), &mut ()));
    assert!(!script.contains("hunter2") && script.contains("SECRET = '<secret>'"), "{script}");
}

#[test]
fn line_ends_are_lf() {
    let text = "CREATE VIEW dbo.v AS\r\nSELECT 1 AS x\r\nGO\r\nCREATE TABLE t (x int CHECK (x >\r\n 0))\r\n";
    let script = emit::schema(&replay(&Project::fixture(text), &mut ()));
    assert!(!script.contains('\r'), "{script:?}");
}
