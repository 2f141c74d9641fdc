//! What a pipeline sees of runs: exit codes, what is on stdout and on stderr.

use ragsql::db::ConnectOptions;
use ragsql::db::database::Database;
use ragsql::db::events::Event;
use serde_json::Value;
use tempfile::TempDir;

use crate::process::{URL, file_of, folder, run};

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
    let database = Database::new(&file_of(dir), ConnectOptions::default()).expect("the database is whole");
    let rows: Vec<String> = ids.map(|id| format!("({id}, {vector})")).collect();
    let sql = format!("INSERT INTO dbo.c (id, e) VALUES {}", rows.join(", "));
    database.query(&sql, &mut |_: &Event| {}).expect("the rows are good");
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
