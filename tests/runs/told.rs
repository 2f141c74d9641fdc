//! What a person and a program are told of a run: what was done before a failure, what would be done, and once.

use serde_json::Value;
use tempfile::TempDir;

use crate::process::{Running, URL, folder, on_file, query, run, serve, write};

const TABLE: (&str, &str) =
    ("migrations/V1__c.sql", "CREATE TABLE dbo.c (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL)");
const INDEX: &str = "CREATE VECTOR INDEX vi ON dbo.c (e) WITH (METRIC = 'cosine')";

/// The last line of stdout, which is JSON.
fn last_line(stdout: &str) -> Value {
    let lines: Vec<Value> =
        stdout.split_terminator('\n').map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert!(lines.iter().all(|line| line["event"].is_string()), "every line is an event: {stdout}");
    lines.last().expect("there is one").clone()
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

#[test]
fn a_baseline_and_a_repair_are_rehearsed_with_every_check() {
    let dir = folder(&[TABLE, ("migrations/V2__x.sql", "SELECT 2")]);
    query(&dir, "SELECT 1");
    let dry = |args: &[&str]| on_file(&dir, &[args, &["--dry-run"]].concat());
    let (code, stdout, _) = dry(&["baseline", "--to-version", "2"]);
    assert_eq!((code, &*stdout), (0, "would record migrations/V1__c.sql\nwould record migrations/V2__x.sql\n"));
    assert_eq!(dry(&["baseline", "--to-version", "9"]).0, 64, "there is no such file");
    let (_, stdout, _) = dry(&["baseline", "--to-version", "2", "--format", "json"]);
    let document: Value = serde_json::from_str(&stdout).expect("one document");
    assert_eq!(
        (&document["recorded"], &document["would_record"]),
        (&serde_json::json!([]), &serde_json::json!([1, 2]))
    );
    assert_eq!(on_file(&dir, &["apply", "--to-version", "1"]).0, 0, "nothing was recorded");
    let (code, _, stderr) = dry(&["baseline", "--to-version", "2"]);
    assert!(code == 64 && stderr.contains("has 1 entry already"), "{code}: {stderr}");

    let repair = |action| ["repair", "--version", "1", "--reason", "why", "--action", action];
    let (code, _, stderr) = dry(&repair("mark-applied"));
    assert!(code == 64 && stderr.contains("version 1 is applied"), "{code}: {stderr}");
    write(&dir, TABLE.0, &format!("{};", TABLE.1));
    let (code, stdout, _) = dry(&repair("accept-change"));
    assert!(code == 0 && stdout.contains("version 1 is recorded as applied"), "{code}: {stdout}");
    assert_eq!(on_file(&dir, &["status"]).0, 4, "nothing was mended");
}

#[test]
fn what_a_guard_misses_is_a_sentence_and_a_wait_says_when_it_is_over() {
    let guards = "-- ragsql: guard complete dbo.c.e\n-- ragsql: guard single dbo.c.id\n";
    let dir = folder(&[TABLE, ("post-load/V1__vi.sql", &format!("{guards}{INDEX}"))]);
    on_file(&dir, &["apply"]);
    query(&dir, "INSERT INTO dbo.c (id, e) VALUES (1, '[1, 2, 3]'), (2, NULL)");
    let (code, stdout, stderr) = on_file(&dir, &["post-load", "--wait", "1s"]);
    assert_eq!(code, 3);
    let missing = [
        "1 row has a value in dbo.c.e, and 100 are needed: load 99 more",
        "rows of dbo.c have no value in e: fill them, or delete them",
        "dbo.c.id has more than one value: bring all rows to one, or delete the others",
    ];
    for missing in missing {
        assert!(stdout.contains(missing) && stderr.contains(&format!("vi waits: {missing}")), "{stdout}{stderr}");
        assert!(stderr.contains(&format!("vi was waited for 1s, and is not ready: {missing}")), "{stderr}");
    }
    let (_, stdout, _) = on_file(&dir, &["post-load", "--wait", "1ms", "--format", "jsonl"]);
    assert!(stdout.contains("\"event\":\"wait_over\""), "{stdout}");
}

#[test]
fn steps_before_their_migrations_are_warned_of() {
    let dir = folder(&[TABLE, ("migrations/V2__x.sql", "SELECT 2"), ("post-load/V1__s.sql", "SELECT 1")]);
    on_file(&dir, &["apply", "--to-version", "1"]);
    let (code, _, stderr) = on_file(&dir, &["post-load"]);
    assert!(code == 0 && stderr.contains("warning: 1 migration pending"), "{code}: {stderr}");
    on_file(&dir, &["apply"]);
    assert!(!on_file(&dir, &["post-load"]).2.contains("warning"));
}

#[test]
fn an_empty_step_is_done_when_it_is_recorded() {
    let dir = folder(&[TABLE, ("post-load/V1__new.sql", "-- What this does, and why.\n")]);
    on_file(&dir, &["apply"]);
    assert!(on_file(&dir, &["post-load", "status"]).1.contains("ready        V1__new"));
    let (code, stdout, stderr) = on_file(&dir, &["post-load"]);
    assert!(code == 0 && stdout.contains("applied      V1__new") && stderr.contains("holds no statement"), "{stderr}");
    std::fs::remove_file(dir.path().join("post-load/V1__new.sql")).expect("it is there");
    for args in [&["post-load", "drop"][..], &["post-load", "drop", "new"], &["post-load", "rebuild", "1"]] {
        let (code, _, stderr) = on_file(&dir, args);
        assert!(code == 4 && stderr.contains("its file is missing from post-load/"), "{args:?}: {code} {stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_has_a_code_of_its_own() {
    let dir = folder(&[TABLE, ("migrations/V2__bad.sql", "SELECT 1/0")]);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let code = |args: &[&str]| {
        let mut command = crate::process::ragsql(dir.path(), &[args, &["--url", URL]].concat());
        command.stdout(full()).status().expect("the binary runs").code()
    };
    assert_eq!(code(&["apply", "--to-version", "1"]), Some(74));
    assert_eq!(code(&["status"]), Some(74));
    assert_eq!(code(&["apply"]), Some(4), "what the database says comes first");
}

#[test]
fn times_in_which_nothing_can_be_done_are_refused() {
    let dir = folder(&[TABLE]);
    for flag in ["--timeout", "--connect-timeout"] {
        let (code, _, stderr) = on_file(&dir, &["apply", flag, "0s"]);
        assert!(code == 64 && stderr.contains("no time at all"), "{flag}: {code} {stderr}");
    }
}

#[test]
fn one_server_has_a_file() {
    let dir = folder(&[]);
    let (server, _) = serve(&dir);
    let (code, _, stderr) = run(dir.path(), &["sandbox", "--file", "work.db"]);
    assert!(code == Some(64) && stderr.contains("is served by another `ragsql sandbox` already"), "{code:?}: {stderr}");
    server.kill();
    serve(&dir).0.kill();
}

#[test]
fn a_step_that_another_process_runs_is_not_called_interrupted() {
    let dir = folder(&[TABLE, ("post-load/V1__slow.sql", "SELECT 1\nGO\nWAITFOR DELAY '00:01:00'")]);
    on_file(&dir, &["apply"]);
    let (server, url) = serve(&dir);
    let mut other = Running::start(dir.path(), &["post-load", "--url", &url, "--format", "jsonl"]);
    other.until("\"event\":\"batch_finished\"");
    for args in [&["status"][..], &["post-load", "status"]] {
        let (code, stdout, _) = run(dir.path(), &[args, &["--url", &url]].concat());
        assert!(code == Some(0) && stdout.contains("  running      V1__slow\n"), "{args:?}: {code:?} {stdout}");
    }
    other.kill();
    let status = || run(dir.path(), &["post-load", "status", "--url", &url]);
    let is_seen = || (0..100).any(|_| status().1.contains("  interrupted  V1__slow"));
    assert!(is_seen(), "the server sees that the client is gone: {:?}", status());
    assert_eq!(status().0, Some(5));
    server.kill();
}

#[test]
fn the_embedded_engine_says_where_it_is_in_its_first_line() {
    let dir = folder(&[]);
    let mut server = Running::start(dir.path(), &["sandbox", "--format", "json"]);
    let line = server.line().expect("a line");
    let document: Value = serde_json::from_str(&line).expect("one document");
    assert_eq!(document["schema"], "ragsql.sandbox/1");
    let url = document["url"].as_str().expect("a URL").to_owned();
    assert_eq!(run(dir.path(), &["status", "--url", &url]).0, Some(0));
    server.kill();
}
