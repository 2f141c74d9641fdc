//! What a person and a program are told of a run: what was done before a failure, what would be done, and once.

use ragsql::db::ConnectOptions;
use ragsql::db::database::Database;
use ragsql::db::events::Event;
use serde_json::Value;
use tempfile::TempDir;

use crate::process::{URL, file_of, folder, run};

const TABLE: (&str, &str) =
    ("migrations/V1__c.sql", "CREATE TABLE dbo.c (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL)");
const INDEX: &str = "CREATE VECTOR INDEX vi ON dbo.c (e) WITH (METRIC = 'cosine')";

/// Exit code, stdout and stderr of a command on the folder's database.
fn on_file(dir: &TempDir, args: &[&str]) -> (i32, String, String) {
    let (code, stdout, stderr) = run(dir.path(), &[args, &["--url", URL]].concat());
    (code.expect("a code"), stdout, stderr)
}

/// The last line of stdout, which is JSON.
fn last_line(stdout: &str) -> Value {
    let lines: Vec<Value> =
        stdout.split_terminator('\n').map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert!(lines.iter().all(|line| line["event"].is_string()), "every line is an event: {stdout}");
    lines.last().expect("there is one").clone()
}

/// Writes a file of the project.
fn write(dir: &TempDir, path: &str, text: &str) {
    std::fs::write(dir.path().join(path), text).expect("it can be written");
}

fn query(dir: &TempDir, sql: &str) {
    let database = Database::new(&file_of(dir), ConnectOptions::default()).expect("the database is whole");
    database.query(sql, &mut |_: &Event| {}).expect("the statement is good");
}

#[test]
fn a_failed_run_tells_what_it_applied_and_what_is_pending() {
    let files = [TABLE, ("migrations/V2__bad.sql", "SELECT 1/0"), ("migrations/V3__x.sql", "SELECT 3")];
    let (code, stdout, stderr) = on_file(&folder(&files), &["apply"]);
    assert_eq!(code, 4);
    assert!(stdout.starts_with("applied V1__c in ") && stdout.ends_with("1 migration applied; 2 still pending\n"));
    assert!(stderr.contains("error: migrations/V2__bad.sql:1: batch 1 failed: Msg 8134"), "{stderr}");

    let (_, stdout, _) = on_file(&folder(&files), &["apply", "--format", "json"]);
    let document: Value = serde_json::from_str(&stdout).expect("one document");
    assert_eq!((&document["applied"][0]["name"], &document["pending"]), (&"c".into(), &2.into()));
    let (_, stdout, _) = on_file(&folder(&files), &["apply", "--format", "jsonl"]);
    let last = last_line(&stdout);
    assert_eq!((&last["event"], &last["result"]["pending"]), (&"failed".into(), &2.into()));
}

#[test]
fn a_dry_run_that_tells_events_ends_with_one() {
    let dir = folder(&[TABLE, ("post-load/V1__vi.sql", INDEX)]);
    on_file(&dir, &["apply", "--to-version", "1"]);
    write(&dir, "migrations/V2__x.sql", "SELECT 2");
    for (command, of) in
        [(&["apply"][..], "would_apply"), (&["post-load"], "post_load"), (&["post-load", "drop"], "dropped")]
    {
        let (_, stdout, _) = on_file(&dir, &[command, &["--dry-run", "--format", "jsonl"]].concat());
        let last = last_line(&stdout);
        assert_eq!(last["event"], "result", "{command:?}");
        assert!(last["result"][of].is_array(), "{command:?}: {last}");
    }
}

#[test]
fn a_dry_run_of_a_rebuild_shows_both_statements_and_does_neither() {
    let dir = folder(&[TABLE, ("post-load/V1__vi.sql", INDEX)]);
    on_file(&dir, &["apply"]);
    let rows: Vec<String> = (0..100).map(|id| format!("({id}, '[1, 2, 3]')")).collect();
    query(&dir, &format!("INSERT INTO dbo.c (id, e) VALUES {}", rows.join(", ")));
    let dry = ["post-load", "rebuild", "--dry-run"];
    let create = format!("\n-- post-load/V1__vi.sql: outside a transaction\n{INDEX}\nGO\n");
    let (code, stdout, _) = on_file(&dir, &dry);
    assert_eq!((code, stdout), (0, format!("-- 0 to drop, 1 to create; nothing was run\n{create}")));
    let state = |dir: &TempDir| {
        let (_, stdout, _) = on_file(dir, &["status", "--format", "json"]);
        serde_json::from_str::<Value>(&stdout).expect("JSON")["post_load"][0]["state"].clone()
    };
    assert_eq!(state(&dir), "ready");

    assert_eq!(on_file(&dir, &["post-load", "vi"]).0, 0, "a name without an action is applied");
    let (code, stdout, _) = on_file(&dir, &dry);
    let script = format!("-- 1 to drop, 1 to create; nothing was run\nDROP INDEX [vi] ON [dbo].[c]\nGO\n{create}");
    assert_eq!((code, stdout), (0, script));
    let (_, stdout, _) = on_file(&dir, &[&dry[..], &["--format", "json"]].concat());
    let document: Value = serde_json::from_str(&stdout).expect("one document");
    assert_eq!(document["would_drop"][0]["name"], "vi");
    assert_eq!(document["would_apply"][0]["batches"][0]["sql"], INDEX);
    assert_eq!(state(&dir), "applied");
}

#[test]
fn steps_can_be_named_with_and_without_an_action() {
    let dir = folder(&[TABLE, ("post-load/V1__vi.sql", INDEX), ("post-load/V2__status.sql", "SELECT 2")]);
    on_file(&dir, &["apply"]);
    let names = |args: &[&str]| {
        let (_, stdout, stderr) = on_file(&dir, &[args, &["--dry-run", "--format", "json"]].concat());
        let document: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{args:?}: {stderr}"));
        let steps = document["post_load"].as_array().expect("steps").clone();
        steps.iter().map(|step| step["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&["post-load"]), ["vi", "status"]);
    assert_eq!(names(&["post-load", "vi"]), ["vi"]);
    assert_eq!(names(&["post-load", "2", "VI"]), ["vi", "status"]);
    assert_eq!(names(&["post-load", "status"]), ["vi", "status"], "the word is an action");
    assert_eq!(names(&["post-load", "apply", "status"]), ["status"]);
    let (code, _, stderr) = on_file(&dir, &["post-load", "nope"]);
    assert!(code == 64 && stderr.contains("there is no post-load step `nope`; the steps are vi, status"), "{stderr}");
}

#[test]
fn status_ends_with_4_when_a_run_would_refuse() {
    let files = [TABLE, ("migrations/V3__x.sql", "SELECT 3"), ("post-load/V1__vi.sql", INDEX)];
    let dir = folder(&files);
    query(&dir, "SELECT 1");
    let status = |dir: &TempDir| (on_file(dir, &["status"]).0, on_file(dir, &["status", "--detailed-exitcode"]).0);
    assert_eq!(status(&dir), (0, 2), "what is pending may be what the step waits for");
    assert_eq!(on_file(&dir, &["apply"]).0, 0);
    assert_eq!(status(&dir), (0, 2), "waiting for rows is no failure");

    write(&dir, "migrations/V3__x.sql", "SELECT 4");
    assert_eq!(status(&dir), (4, 4), "changed");
    write(&dir, "migrations/V3__x.sql", "SELECT 3");
    write(&dir, "migrations/V2__y.sql", "SELECT 2");
    assert_eq!(status(&dir), (4, 4), "out of order");
    std::fs::remove_file(dir.path().join("migrations/V2__y.sql")).expect("it is there");
    std::fs::remove_file(dir.path().join("migrations/V3__x.sql")).expect("it is there");
    assert_eq!(status(&dir), (4, 4), "missing");
    write(&dir, "migrations/V3__x.sql", "SELECT 3");
    assert_eq!(status(&dir), (0, 2));
    query(&dir, "DROP TABLE dbo.c");
    assert_eq!(status(&dir), (4, 4), "blocked");
}

#[test]
fn an_error_is_told_once_and_a_file_by_its_path_in_the_project() {
    let dir = folder(&[TABLE]);
    let (code, _, stderr) = on_file(&dir, &["apply", "--to-version", "99"]);
    assert_eq!((code, stderr.matches("there is no migration of that version").count()), (64, 1), "{stderr}");
    let (code, _, stderr) = run(dir.path(), &["sandbox", "--file", "nowhere/x.db"]);
    let told = stderr.matches("unable to open").count();
    assert_eq!((code, told), (Some(64), 1), "{stderr}");
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let port = taken.local_addr().expect("it has a port").port().to_string();
    let (_, _, stderr) = run(dir.path(), &["sandbox", "--port", &port]);
    assert_eq!(stderr.matches("in use").count(), 1, "{stderr}");

    write(&dir, "migrations/x.sql", "SELECT 1");
    let (_, _, stderr) = on_file(&dir, &["apply"]);
    assert!(stderr.contains("error: nothing was run: migrations/x.sql: "), "{stderr}");
    let other = TempDir::new().expect("a temporary folder");
    let (_, stdout, _) = run(other.path(), &["lint", "--dir", &dir.path().to_string_lossy()]);
    assert!(stdout.contains(": migrations/x.sql: "), "{stdout}");
}
