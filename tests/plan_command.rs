//! `ragsql plan`, through the real binary: offline and against the embedded engine, every format, exit codes.

#[path = "plan/folder.rs"]
mod folder;

use std::fs;

use folder::{add, project, run};
use serde_json::Value;
use tempfile::TempDir;

const RELEASED: &str = include_str!("plan/released.sql");
const NEXT: &str = include_str!("plan/next.sql");

fn plan(dir: &TempDir, args: &[&str]) -> (i32, String, String) {
    run(dir.path(), &[&["plan", "--quiet"], args].concat())
}

fn document(dir: &TempDir, args: &[&str]) -> Value {
    let (code, stdout, stderr) = plan(dir, &[args, &["--format", "json"]].concat());
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).expect("one document")
}

/// Every statement that a document tells of, in order.
fn statements(document: &Value) -> Vec<&Value> {
    let list = |value: &'_ Value, key: &str| value[key].as_array().cloned().unwrap_or_default().len();
    let mut found = Vec::new();
    for phase in ["migrations", "post_load"] {
        for file in 0..list(document, phase) {
            for batch in document[phase][file]["batches"].as_array().expect("a list") {
                found.extend(batch["statements"].as_array().expect("a list"));
            }
        }
    }
    found
}

/// The statement that begins so.
fn statement<'a>(document: &'a Value, start: &str) -> &'a Value {
    let begins = |statement: &&Value| statement["sql"].as_str().is_some_and(|sql| sql.starts_with(start));
    statements(document).into_iter().find(begins).unwrap_or_else(|| panic!("no statement begins with {start}"))
}

const URL: [&str; 2] = ["--url", "sandbox:dev.db"];

/// A database that has the release, with the next files beside it.
fn between_releases() -> TempDir {
    let dir = project(RELEASED);
    let (code, _, stderr) = run(dir.path(), &[&["apply"], &URL[..]].concat());
    assert_eq!(code, 0, "{stderr}");
    add(&dir, NEXT);
    dir
}

fn golden(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "../snapshots/plan", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn every_format_is_as_it_was() {
    let dir = between_releases();
    for format in ["text", "json", "markdown", "html"] {
        let (code, stdout, stderr) = plan(&dir, &[&URL[..], &["--format", format]].concat());
        assert_eq!(code, 0, "{stderr}");
        golden(format, &stdout);
    }
    golden("offline", &plan(&dir, &["--from-version", "1"]).1);
}

#[test]
fn two_is_for_something_to_run_when_asked_for() {
    let dir = between_releases();
    assert_eq!(plan(&dir, &URL).0, 0);
    assert_eq!(plan(&dir, &[&URL[..], &["--detailed-exitcode"]].concat()).0, 2);
    assert_eq!(plan(&dir, &["--detailed-exitcode"]).0, 2);
    for file in ["migrations/V2__next.sql", "migrations/V3__online.sql", "post-load/V1__vi.sql"] {
        fs::remove_file(dir.path().join(file)).expect("the file is there");
    }
    let (code, stdout, _) = plan(&dir, &[&URL[..], &["--detailed-exitcode"]].concat());
    assert_eq!((code, stdout.as_str()), (0, "nothing would run on sandbox of ragsql-sandbox; no drift\n"));
    assert_eq!(plan(&dir, &["--detailed-exitcode", "--from-version", "1"]).0, 0);
}

#[test]
fn a_history_that_does_not_match_is_refused() {
    let dir = between_releases();
    fs::write(dir.path().join("migrations/V1__docs.sql"), "CREATE TABLE dbo.other (id int);").expect("written");
    let (code, stdout, stderr) = plan(&dir, &URL);
    assert_eq!((code, stdout.as_str()), (4, ""), "{stderr}");
    assert!(stderr.contains("was changed after it was applied"), "{stderr}");
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    let dir = between_releases();
    let (code, _, stderr) = plan(&dir, &["--from-version", "9"]);
    assert_eq!(code, 64);
    assert!(stderr.contains("no migration of that version; the next one below is 3"), "{stderr}");
    let (code, _, stderr) = plan(&dir, &["--format", "sql"]);
    assert_eq!(code, 64);
    assert!(stderr.contains("text, json, markdown and html"), "{stderr}");
    assert_eq!(plan(&dir, &["--url", "sandbox:nowhere.db"]).0, 64);
}

#[test]
fn offline_nothing_is_asked_and_nothing_is_there() {
    let dir = between_releases();
    let from_nothing = document(&dir, &[]);
    assert_eq!(from_nothing["from"], "nothing");
    for told in statements(&from_nothing) {
        let hazards: Vec<_> = told["hazards"].as_array().expect("a list").iter().collect();
        assert!(hazards.iter().all(|hazard| *hazard == "cannot-be-rolled-back"), "{told}");
    }
    let from_one = document(&dir, &[&URL[..], &["--from-version", "1"]].concat());
    assert_eq!((&from_one["from"], &from_one["database"]), (&"version 1".into(), &Value::Null));
    let guards = from_one["post_load"][0]["guards"].as_array().expect("a list");
    assert!(guards.len() == 2 && guards.iter().all(|guard| guard["met"].is_null()), "{guards:?}");
    let dropped = statement(&from_one, "ALTER TABLE dbo.docs DROP COLUMN");
    assert_eq!(
        dropped["tables"][0],
        serde_json::json!({ "table": "dbo.docs", "lock": "Sch-M", "rows": null, "megabytes": null })
    );
}

#[test]
fn hazards_are_those_of_what_was_there() {
    let dir = between_releases();
    let document = document(&dir, &URL);
    let hazards = |start: &str| {
        let list = statement(&document, start)["hazards"].as_array().expect("a list").clone();
        list.iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(hazards("DROP VIEW dbo.titles"), "", "it comes again");
    assert_eq!(hazards("DROP VIEW dbo.old_titles"), "breaks-clients");
    assert_eq!(hazards("ALTER TABLE dbo.labels"), "loses-data breaks-clients", "the rows of a renamed table are there");
    assert_eq!(hazards("CREATE INDEX ix_parts"), "", "its table comes with this release");
    assert_eq!(hazards("DELETE FROM dbo.parts"), "");
    assert_eq!(hazards("DELETE FROM dbo.docs"), "loses-data blocks-writes");
    assert_eq!(hazards("CREATE INDEX ix_tenant"), "cannot-be-rolled-back", "online, and outside a transaction");
    assert_eq!(hazards("CREATE VECTOR INDEX"), "blocks-writes cannot-be-rolled-back");
    assert_eq!(statement(&document, "CREATE TABLE dbo.docs")["runs"], "no");
    assert_eq!(statement(&document, "DELETE FROM dbo.docs")["runs"], "maybe");
    assert_eq!(statement(&document, "EXEC (@sql)")["understood"], false);
    assert_eq!(statement(&document, "EXEC dbo.find")["understood"], true);
    assert_eq!(statement(&document, "DROP VIEW dbo.titles")["line"], 2);
}

#[test]
fn sizes_and_guards_are_those_of_the_database() {
    let dir = between_releases();
    let document = document(&dir, &URL);
    assert_eq!(statement(&document, "ALTER TABLE dbo.docs ALTER COLUMN")["tables"][0]["rows"], 37);
    assert_eq!(statement(&document, "ALTER TABLE dbo.labels")["tables"][0]["rows"], 1, "it was dbo.tags before");
    assert_eq!(statement(&document, "CREATE TABLE dbo.parts")["tables"][0]["lock"], "Sch-M", "a key refers to it");
    let step = &document["post_load"][0];
    assert_eq!(step["state"], "waiting");
    assert_eq!((&step["guards"][0]["have"], &step["guards"][0]["met"]), (&37.into(), &false.into()));
    assert_eq!(step["guards"][1]["met"], true);
    assert_eq!(document["migrations"][0]["batches"][3]["repeat"], 3);
    let transactions: Vec<_> =
        document["migrations"].as_array().expect("a list").iter().map(|file| &file["transaction"]).collect();
    assert_eq!(transactions, [true, false]);
}

#[test]
fn a_statement_that_is_no_statement_is_1_unless_it_is_allowed() {
    let broken = "CREATE TABL dbo.u (id int NOT NULL);\n";
    let dir = project(&format!("-- file: migrations/V1__x.sql\n{broken}"));
    for args in [&[][..], &["--url", "sandbox"], &["--detailed-exitcode"], &["--from-version", "1"]] {
        assert_eq!(plan(&dir, args).0, 1, "{args:?}");
    }
    let (_, _, stderr) = run(dir.path(), &["plan"]);
    assert!(stderr.contains("not analysed: migrations/V1__x.sql:1"), "{stderr}");
    add(
        &dir,
        &format!("-- file: migrations/V1__x.sql\n-- ragsql: allow not-understood it is right as it is\n{broken}"),
    );
    assert_eq!(plan(&dir, &["--url", "sandbox"]).0, 0);
}

#[test]
fn values_of_variables_are_not_shown() {
    let dir = project(
        "-- file: migrations/V1__x.sql\nCREATE TABLE dbo.t (a nvarchar(20) NOT NULL DEFAULT N'${SECRET_WORD}');\n",
    );
    fs::write(dir.path().join("ragsql.toml"), "[variables]\nSECRET_WORD = { sandbox = \"hunter2hunter2\" }\n")
        .expect("written");
    for args in [&["--url", "sandbox"][..], &[]] {
        let (code, stdout, stderr) = plan(&dir, args);
        assert_eq!(code, 0, "{stderr}");
        assert!(stdout.contains("${SECRET_WORD}") && !stdout.contains("hunter2"), "{stdout}");
    }
}

#[test]
fn what_is_in_a_file_moves_no_terminal_and_no_page() {
    let name = "a|b`c<script>\u{1b}[31m";
    let dir = project(&format!(
        "-- file: migrations/V1__x.sql\nCREATE TABLE dbo.[{name}] (id int NOT NULL);\n-- file: migrations/V2__y.sql\nDROP TABLE dbo.[{name}];\n"
    ));
    let shown = |format: &str| plan(&dir, &["--from-version", "1", "--format", format]).1;
    assert!(
        !shown("text").contains('\u{1b}') && !shown("html").contains('\u{1b}') && !shown("markdown").contains('\u{1b}')
    );
    assert!(!shown("html").contains("<script>"));
    let row =
        shown("markdown").split('\n').find(|line| line.starts_with("| `migrations")).map(str::to_owned).expect("a row");
    let bars = row.replace("\\|", "").matches('|').count();
    assert_eq!(bars, 5, "{row}");
}
