//! What a pipeline sees of runs: exit codes, what is on stdout and on stderr.

use ragsql::db::ConnectOptions;
use ragsql::db::database::Database;
use ragsql::db::events::Event;
use serde_json::Value;
use tempfile::TempDir;

use crate::process::{URL, file_of, folder, query, run};

const TABLE: &str = "CREATE TABLE dbo.c (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL)";
const INDEX: &str = "CREATE VECTOR INDEX vi ON dbo.c (e) WITH (METRIC = 'cosine')";

/// Exit code and stderr of a command on the folder's database.
fn on_file(dir: &TempDir, args: &[&str]) -> (i32, String) {
    let (code, _, stderr) = run(dir.path(), &[args, &["--url", URL]].concat());
    (code.expect("a code"), stderr)
}

/// The JSON on stdout of a command on the folder's database.
fn json(dir: &TempDir, args: &[&str]) -> Value {
    let (_, stdout, _) = run(dir.path(), &[args, &["--url", URL, "--format", "json"]].concat());
    serde_json::from_str(&stdout).expect("stdout is one JSON document")
}

fn load(dir: &TempDir, ids: std::ops::Range<i32>, vector: &str) {
    let rows: Vec<String> = ids.map(|id| format!("({id}, {vector})")).collect();
    query(dir, &format!("INSERT INTO dbo.c (id, e) VALUES {}", rows.join(", ")));
}

/// Makes the folder's database.
fn empty(dir: &TempDir) {
    Database::new(&file_of(dir), ConnectOptions::default()).expect("the folder can be written in");
}

#[test]
fn only_apply_makes_the_file_of_a_database_and_says_so() {
    let dir = folder(&[("migrations/V1__t.sql", "CREATE TABLE dbo.t (id INT)")]);
    let reads: [&[&str]; 6] = [
        &["status"],
        &["apply", "--dry-run"],
        &["post-load"],
        &["post-load", "--dry-run"],
        &["baseline", "--to-version", "1"],
        &["repair", "--version", "1", "--action", "forget", "--reason", "x"],
    ];
    for read in reads {
        let (code, stderr) = on_file(&dir, read);
        assert!(code == 64 && stderr.contains("there is no file work.db"), "{read:?} {code}: {stderr}");
    }
    assert!(!dir.path().join("work.db").exists());
    let (code, stderr) = on_file(&dir, &["apply"]);
    assert!(code == 0 && stderr.contains("made work.db, an empty database"), "{code}: {stderr}");
    let (code, stderr) = on_file(&dir, &["apply"]);
    assert!(code == 0 && !stderr.contains("made"), "{code}: {stderr}");
    assert_eq!(on_file(&dir, &["status"]).0, 0);
}

#[test]
fn variables_of_sqlcmd_are_never_sent() {
    for text in ["SELECT $(x)", "CREATE TABLE [$(schema)].t (id INT)"] {
        let dir = folder(&[("migrations/V1__t.sql", text)]);
        let (code, stderr) = on_file(&dir, &["apply"]);
        assert!(code == 64 && stderr.contains("is a variable of sqlcmd"), "{text} {code}: {stderr}");
    }
    let dir = folder(&[("migrations/V1__t.sql", "PRINT '$(x)' -- $(x)")]);
    assert_eq!(on_file(&dir, &["apply"]).0, 0, "in strings and comments it is text");
}

#[test]
fn the_guarded_phase_waits_with_3_and_ends_with_0() {
    let dir = folder(&[("migrations/V1__c.sql", TABLE), ("post-load/V1__vi.sql", INDEX)]);
    empty(&dir);
    assert_eq!(on_file(&dir, &["post-load"]).0, 4, "without its table it is not waiting for data");
    assert_eq!(on_file(&dir, &["apply"]).0, 0);
    assert_eq!(on_file(&dir, &["post-load"]).0, 3, "0 vectors");
    load(&dir, 0..99, "'[1, 2, 3]'");
    assert_eq!(on_file(&dir, &["post-load"]).0, 3, "99 vectors");
    let step = &json(&dir, &["status"])["post_load"][0];
    assert_eq!(
        (&step["state"], &step["guards"][0]["have"], &step["guards"][0]["met"]),
        (&"waiting".into(), &99.into(), &false.into())
    );
    load(&dir, 99..100, "'[1, 2, 3]'");
    assert_eq!(on_file(&dir, &["post-load"]).0, 0, "100 vectors");
    assert_eq!(json(&dir, &["status"])["post_load"][0]["state"], "applied");
    assert_eq!(on_file(&dir, &["post-load"]).0, 0, "it is there");

    let dir = folder(&[("migrations/V1__c.sql", TABLE), ("post-load/V1__vi.sql", INDEX)]);
    assert_eq!(on_file(&dir, &["apply"]).0, 0);
    load(&dir, 0..60, "'[1, 2, 3]'");
    load(&dir, 60..120, "NULL");
    assert_eq!(on_file(&dir, &["post-load"]).0, 3, "120 rows, and 60 of them without a vector");
}

#[test]
fn a_rebuild_that_could_not_end_drops_nothing() {
    let dir = folder(&[("migrations/V1__c.sql", TABLE), ("post-load/V1__vi.sql", INDEX)]);
    on_file(&dir, &["apply"]);
    load(&dir, 0..100, "'[1, 2, 3]'");
    assert_eq!(on_file(&dir, &["post-load"]).0, 0);
    assert_eq!(on_file(&dir, &["post-load", "rebuild", "--yes"]).0, 0);
    let database = Database::new(&file_of(&dir), ConnectOptions::default()).expect("the database is whole");
    database.query("DELETE FROM dbo.c WHERE id = 7", &mut |_: &Event| {}).expect("the row is there");
    drop(database);
    let (code, stderr) = on_file(&dir, &["post-load", "rebuild", "--yes"]);
    assert!(code == 3 && stderr.contains("nothing was dropped"), "{code}: {stderr}");
    assert_eq!(json(&dir, &["status"])["post_load"][0]["state"], "applied");
}

#[test]
fn migrations_end_with_0_2_and_4() {
    let good = ("migrations/V1__t.sql", "CREATE TABLE dbo.t (id INT)");
    let dir = folder(&[good]);
    empty(&dir);
    assert_eq!(on_file(&dir, &["status", "--detailed-exitcode"]).0, 2);
    let applied = json(&dir, &["apply"]);
    assert_eq!(
        (&applied["schema"], &applied["applied"][0]["name"], &applied["pending"]),
        (&"ragsql.apply/1".into(), &"t".into(), &0.into())
    );
    assert_eq!(json(&dir, &["apply"])["applied"], Value::Array(Vec::new()));
    assert_eq!(on_file(&dir, &["status", "--detailed-exitcode"]).0, 0);

    std::fs::write(dir.path().join("migrations/V2__bad.sql"), "SELECT 1;\nINSERT INTO dbo.nope VALUES (1)")
        .expect("written");
    let (code, stderr) = on_file(&dir, &["apply"]);
    assert_eq!(code, 4);
    assert!(stderr.contains("migrations/V2__bad.sql:2: batch 1 failed: Msg 208, Level 16"), "{stderr}");
    assert!(
        stderr.contains("connected to") && !stderr.contains("loopback"),
        "server and database, no password: {stderr}"
    );

    std::fs::write(dir.path().join("migrations/V1__t.sql"), "CREATE TABLE dbo.t (id BIGINT)").expect("written");
    let (code, stderr) = on_file(&dir, &["apply"]);
    assert!(code == 4 && stderr.contains("V1__t.sql was changed after it was applied"), "{code}: {stderr}");
    assert_eq!(on_file(&dir, &["apply", "--to-version", "7"]).0, 64);
}

#[test]
fn a_run_waits_for_another_process_that_writes_no_longer_than_it_may() {
    let dir = folder(&[("migrations/V1__t.sql", "CREATE TABLE dbo.t (id INT)")]);
    empty(&dir);
    let writer = rusqlite::Connection::open(dir.path().join("work.db")).expect("the file is there");
    writer.execute_batch("BEGIN IMMEDIATE").expect("nobody else writes");
    let (code, stderr) = on_file(&dir, &["apply", "--lock-timeout", "50ms"]);
    assert!(code == 4 && stderr.contains("Msg 1222"), "the history table is not made: {code}: {stderr}");
    writer.execute_batch("ROLLBACK").expect("it ends");
    assert_eq!(on_file(&dir, &["apply"]).0, 0);

    std::fs::write(dir.path().join("migrations/V2__u.sql"), "SELECT 1").expect("written");
    writer.execute_batch("BEGIN IMMEDIATE").expect("nobody else writes");
    let (code, stderr) = on_file(&dir, &["apply", "--timeout", "50ms"]);
    assert!(code == 4 && stderr.contains("time limit of 50ms"), "the history's row is not written: {code}: {stderr}");
    assert_eq!(on_file(&dir, &["status"]).0, 0, "who reads does not wait");
}

#[test]
fn a_step_whose_file_is_gone_is_shown_until_a_person_decides() {
    let view = "CREATE VIEW dbo.v AS SELECT id FROM dbo.c";
    let dir =
        folder(&[("migrations/V1__c.sql", TABLE), ("post-load/V1__v.sql", view), ("post-load/V2__w.sql", "SELECT 1")]);
    on_file(&dir, &["apply"]);
    assert_eq!(on_file(&dir, &["post-load"]).0, 0);
    std::fs::remove_file(dir.path().join("post-load/V1__v.sql")).expect("it is there");
    let steps = &json(&dir, &["status"])["post_load"];
    assert_eq!((&steps[0]["name"], &steps[0]["state"]), (&"v".into(), &"missing".into()));
    assert_eq!((&steps[1]["name"], &steps[1]["state"]), (&"w".into(), &"applied".into()));
    let said = steps[0]["obstacles"][0].as_str().expect("it says why");
    assert!(said.contains("its file is missing from post-load/") && said.contains("repair --post-load"), "{said}");
    for action in [&["post-load"][..], &["post-load", "status"], &["status"], &["status", "--detailed-exitcode"]] {
        assert_eq!(on_file(&dir, action).0, 4, "{action:?}");
    }
    assert_eq!(on_file(&dir, &["post-load", "status", "w"]).0, 0, "another step was asked for");
    let forget = ["repair", "--post-load", "--version", "1", "--action", "forget", "--reason", "the view is gone"];
    assert_eq!(on_file(&dir, &forget).0, 0);
    assert_eq!(json(&dir, &["status"])["post_load"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_dry_run_of_the_guarded_phase_prints_what_would_be_sent() {
    let two = format!("SELECT 1\nGO 2\n{INDEX};\n");
    let dir = folder(&[("migrations/V1__c.sql", TABLE), ("post-load/V1__vi.sql", &two)]);
    on_file(&dir, &["apply"]);
    let dry = ["post-load", "--dry-run", "--url", URL];
    let (code, stdout, _) = run(dir.path(), &dry);
    assert_eq!(code, Some(3));
    assert!(stdout.starts_with("-- 0 ready; nothing was run\n--  waiting"), "{stdout}");
    assert!(stdout.split_terminator('\n').all(|line| line.starts_with("--")), "{stdout}");
    load(&dir, 0..100, "'[1, 2, 3]'");
    let (code, stdout, _) = run(dir.path(), &dry);
    let expected = format!(
        "-- 1 ready; nothing was run\n\n-- post-load/V1__vi.sql: outside a transaction\nSELECT 1\nGO 2\n{INDEX};\nGO\n"
    );
    assert_eq!((code, stdout.as_str()), (Some(0), expected.as_str()));
    let batches = &json(&dir, &["post-load", "--dry-run"])["would_apply"][0]["batches"];
    assert_eq!((&batches[0]["repeat"], &batches[1]["line"]), (&2.into(), &3.into()));
    assert_eq!(on_file(&dir, &["post-load"]).0, 0);
    assert_eq!(
        run(dir.path(), &[&dry[..], &["-q"]].concat()).1.split_terminator('\n').next(),
        Some("-- 0 ready; nothing was run")
    );
    on_file(&dir, &["post-load", "drop", "--yes"]);
    let (_, stdout, _) = run(dir.path(), &dry);
    assert!(
        stdout.ends_with(&format!("outside a transaction\n{INDEX};\nGO\n")),
        "what ran once is not sent again: {stdout}"
    );
}

#[test]
fn a_guard_about_a_table_that_is_not_there_is_told_with_its_place() {
    let text = format!("-- why\n-- ragsql: guard complete dbo.chunk.e\n{INDEX}");
    let dir = folder(&[("migrations/V1__c.sql", TABLE), ("post-load/V1__vi.sql", &text)]);
    on_file(&dir, &["apply"]);
    let (code, stdout, _) = run(dir.path(), &["post-load", "--url", URL]);
    assert_eq!(code, Some(4));
    assert!(
        stdout
            .contains("post-load/V1__vi.sql:2: the guard `complete dbo.chunk.e` asks about what is not there: Msg 208"),
        "{stdout}"
    );
}

#[test]
fn a_file_without_a_statement_is_warned_of() {
    let dir = folder(&[("migrations/V1__new.sql", "-- What this changes, and why.\n")]);
    let (code, stderr) = on_file(&dir, &["apply", "--quiet"]);
    assert!(code == 0 && stderr.contains("warning: migrations/V1__new.sql holds no statement"), "{code}: {stderr}");
}
