//! `ragsql post-load drop --for-export` and `around`: what was dropped for a command is there again, however that ended.

use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::process::{URL, folder, on_file, query, ragsql};

const TABLE: (&str, &str) =
    ("migrations/V1__c.sql", "CREATE TABLE dbo.c (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL)");
const INDEX: (&str, &str) =
    ("post-load/V1__vi.sql", "CREATE VECTOR INDEX vi ON dbo.c (e) WITH (METRIC = 'cosine', TYPE = 'DiskANN')");

/// A database whose vector index is there.
fn indexed() -> TempDir {
    let dir = folder(&[TABLE, INDEX]);
    assert_eq!(on_file(&dir, &["apply"]).0, 0);
    let rows: Vec<String> = (0..100).map(|id| format!("({id}, '[{id}, 1, 0]')")).collect();
    query(&dir, &format!("INSERT INTO dbo.c (id, e) VALUES {}", rows.join(", ")));
    assert_eq!(on_file(&dir, &["post-load"]).0, 0);
    dir
}

fn state(dir: &TempDir) -> String {
    let (_, stdout, _) = on_file(dir, &["status", "--format", "json"]);
    let status: Value = serde_json::from_str(&stdout).expect("JSON");
    status["post_load"][0]["state"].as_str().expect("a word").to_owned()
}

/// `around` with a script of the shell, in which `$RAGSQL` is the binary.
fn around(dir: &TempDir, flags: &[&str], script: &str) -> Output {
    start(dir, flags, script).output().expect("the binary runs")
}

fn start(dir: &TempDir, flags: &[&str], script: &str) -> Command {
    let command = ["post-load", "around", "--url", URL];
    let mut command = ragsql(dir.path(), &[&command[..], flags, &["--", "sh", "-c", script]].concat());
    command.env("RAGSQL", env!("CARGO_BIN_EXE_ragsql"));
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

#[test]
fn an_export_finds_no_vector_index_at_all() {
    let dir = indexed();
    query(&dir, "CREATE TABLE dbo.other (id INT NOT NULL PRIMARY KEY CLUSTERED, e VECTOR(3) NULL)");
    let rows: Vec<String> = (0..100).map(|id| format!("({id}, '[{id}, 1, 0]')")).collect();
    query(&dir, &format!("INSERT INTO dbo.other (id, e) VALUES {}", rows.join(", ")));
    query(&dir, "CREATE VECTOR INDEX vi_other ON dbo.other (e) WITH (METRIC = 'cosine', TYPE = 'DiskANN')");
    let (code, _, stderr) = on_file(&dir, &["post-load", "drop", "--for-export", "--yes"]);
    assert!(code == 4 && stderr.contains("DROP INDEX [vi_other] ON [dbo].[other]"), "{code}: {stderr}");
    assert_eq!(state(&dir), "applied", "nothing was dropped");

    query(&dir, "DROP INDEX vi_other ON dbo.other");
    assert_eq!(on_file(&dir, &["post-load", "drop", "--for-export"]).0, 64, "nobody is there to ask");
    let (code, stdout, stderr) = on_file(&dir, &["post-load", "drop", "--for-export", "--yes"]);
    assert!(code == 0 && stdout.contains("dropped vi on dbo.c") && stderr.contains("run the export"), "{stderr}");
    assert_eq!((state(&dir).as_str(), on_file(&dir, &["post-load"]).0, state(&dir).as_str()), ("ready", 0, "applied"));
    for wrong in [&["post-load", "--for-export"][..], &["post-load", "drop", "vi", "--for-export"]] {
        assert_eq!(on_file(&dir, wrong).0, 64, "{wrong:?}");
    }
}

#[test]
fn the_index_is_away_while_the_command_runs_and_back_when_it_has() {
    let dir = indexed();
    let script = "\"$RAGSQL\" post-load status --url sandbox:work.db --quiet; echo to stderr >&2";
    let output = around(&dir, &["--yes"], script);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let (during, after) = (stdout.find("ready "), stdout.find("applied "));
    assert!(during.is_some() && during < after, "{stdout}");
    assert!(said(&output).contains("to stderr") && said(&output).contains("sh ended with exit status: 0"));

    let output = around(&dir, &["--yes", "--format", "json"], "echo an export");
    let document: Value = serde_json::from_slice(&output.stdout).expect("stdout is one document");
    assert_eq!((&document["command"]["exit_code"], &document["dropped"][0]["name"]), (&0.into(), &"vi".into()));
    assert_eq!(document["post_load"][0]["state"], "applied");
    assert!(String::from_utf8_lossy(&output.stderr).contains("an export"));

    let dry = around(&dir, &["--dry-run"], "exit 9");
    let script = String::from_utf8_lossy(&dry.stdout).into_owned();
    let places =
        ["DROP INDEX [vi]", "-- here runs: sh -c exit 9", "CREATE VECTOR INDEX vi"].map(|part| script.find(part));
    assert!(places.is_sorted() && places[0].is_some() && dry.status.code() == Some(0), "{script}");
}

#[test]
fn a_command_that_fails_is_told_and_the_index_is_back() {
    let dir = indexed();
    for (script, told) in [("exit 7", "exit status: 7"), ("kill -9 $$", "signal: 9")] {
        let output = around(&dir, &["--yes"], script);
        assert_eq!(output.status.code(), Some(6), "{}", said(&output));
        assert!(said(&output).contains(told), "{}", said(&output));
        assert_eq!(state(&dir), "applied");
    }
    let command = ["post-load", "around", "--yes", "--", "./no-such-program"];
    let mut missing = ragsql(dir.path(), &[&command[..2], &["--url", URL], &command[2..]].concat());
    let output = missing.output().expect("the binary runs");
    assert!(output.status.code() == Some(6) && said(&output).contains("could not be started"), "{}", said(&output));
    assert_eq!(state(&dir), "applied");
    assert_eq!(around(&dir, &[], "exit 0").status.code(), Some(64), "nobody is there to ask");
    assert_eq!(on_file(&dir, &["post-load", "around"]).0, 64, "around nothing");
}

#[test]
fn after_a_truncation_the_index_waits() {
    let dir = indexed();
    std::fs::write(dir.path().join("migrations/V2__truncate.sql"), "TRUNCATE TABLE dbo.c").expect("written");
    let (code, _, stderr) = on_file(&dir, &["apply"]);
    assert!(code == 4 && stderr.contains("42232"), "{stderr}");
    let output = around(&dir, &["--yes"], "\"$RAGSQL\" apply --url sandbox:work.db --quiet");
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("0 rows have a value"), "{}", said(&output));
    let output = around(&dir, &["--yes"], "exit 1");
    assert_eq!(output.status.code(), Some(6), "a failure is no waiting: {}", said(&output));
}

#[cfg(unix)]
#[test]
fn a_person_who_stops_it_finds_the_index_back() {
    for (signal, script) in [("-INT", "echo begun; sleep 60"), ("-TERM", "trap '' TERM; echo begun; sleep 60")] {
        let dir = indexed();
        let mut run = start(&dir, &["--yes"], script).stderr(Stdio::piped()).spawn().expect("the binary starts");
        let mut begun = [0; 6];
        run.stdout.as_mut().expect("it is piped").read_exact(&mut begun).expect("the command runs");
        assert_eq!(&begun, b"begun\n");
        assert_eq!(state(&dir), "ready");
        std::thread::sleep(Duration::from_millis(100));
        let told = Command::new("kill").args([signal, &run.id().to_string()]).status().expect("kill is there");
        assert!(told.success());
        assert_eq!(run.wait().expect("it ends").code(), Some(130));
        assert_eq!(state(&dir), "applied");
    }
}
