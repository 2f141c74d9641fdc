//! The real process, killed at any moment: all of a file or nothing is there, and what runs outside a transaction
//! is seen.

use std::io::Read;
use std::process::Child;
use std::time::Duration;

use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::{ConnectOptions, Environment, Target};
use tempfile::TempDir;

use crate::process::{Running, URL, file_of, folder, ragsql, run, serve};

/// A file of four batches that take a moment each.
const FOUR: &str = "INSERT INTO dbo.t VALUES (1)\nWAITFOR DELAY '00:00:00.020'\nGO\nINSERT INTO dbo.t VALUES (2)\nGO\n\
                    CREATE TABLE dbo.u (id INT)\nWAITFOR DELAY '00:00:00.020'\nGO\nINSERT INTO dbo.t VALUES (4)";

/// A project of two migrations.
fn project(second: &str) -> TempDir {
    folder(&[
        ("migrations/V1__t.sql", "CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY)"),
        ("migrations/V2__rows.sql", second),
    ])
}

/// A number from a database.
fn number(database: &Database, sql: &str) -> i64 {
    let rows = database.query(sql, &mut |_: &Event| {}).unwrap_or_else(|error| panic!("{sql}: {error}"));
    rows[0].get("n").expect("a number")
}

fn has_table(database: &Database, table: &str) -> bool {
    let sql = format!("SELECT CAST(CASE WHEN OBJECT_ID(N'dbo.{table}') IS NULL THEN 0 ELSE 1 END AS int) AS n");
    number(database, &sql) == 1
}

/// Checks that each file is there with its row or not at all; gives how many files are.
fn all_or_nothing(target: &Target) -> i64 {
    let database = Database::new(target, ConnectOptions::default()).expect("the database is whole");
    if !has_table(&database, "ragsql_migrations") {
        assert!(!has_table(&database, "t"));
        return 0;
    }
    let recorded = number(&database, "SELECT CAST(COUNT(*) AS int) AS n FROM dbo.ragsql_migrations");
    assert_eq!(has_table(&database, "t"), recorded >= 1);
    assert_eq!(has_table(&database, "u"), recorded == 2);
    if recorded >= 1 {
        let rows = number(&database, "SELECT CAST(COUNT(*) AS int) AS n FROM dbo.t");
        assert_eq!(rows, if recorded == 2 { 3 } else { 0 });
    }
    recorded
}

const APPLY: [&str; 5] = ["apply", "--url", URL, "--format", "jsonl"];

#[test]
fn a_run_that_is_killed_leaves_each_file_whole_or_not_at_all() {
    let mut seen = Vec::new();
    for lines in 0.. {
        let dir = project(FOUR);
        let mut running = Running::start(dir.path(), &APPLY);
        let ended = (0..lines).any(|_| running.line().is_none());
        running.kill();
        seen.push(all_or_nothing(&file_of(&dir)));
        assert_eq!(run(dir.path(), &APPLY).0, Some(0), "after {lines} lines the next run goes on");
        assert_eq!(all_or_nothing(&file_of(&dir)), 2);
        if ended {
            break;
        }
    }
    assert!(seen.contains(&0) && seen.contains(&1) && seen.last() == Some(&2), "{seen:?}");
}

#[test]
fn a_file_that_runs_now_is_not_called_interrupted() {
    let dir = project("-- ragsql: no-transaction\nINSERT INTO dbo.t VALUES (1)\nGO\nWAITFOR DELAY '00:01:00'");
    let mut server = Running::start(dir.path(), &["sandbox"]);
    let url = server.line().expect("it says where it is").trim().to_owned();
    let mut running = Running::start(dir.path(), &["apply", "--url", &url, "--format", "jsonl"]);
    running.until("\"event\":\"batch_finished\",\"version\":2");
    let (code, stdout, stderr) = run(dir.path(), &["status", "--url", &url]);
    assert!(stdout.contains("  running      V2__rows") && !stdout.contains("interrupted  "), "{stdout}{stderr}");
    assert_eq!(code, Some(0), "{stdout}");
    running.kill();
    server.kill();
}

#[test]
fn a_file_outside_a_transaction_that_is_killed_is_interrupted_and_not_run_again() {
    let dir = project("-- ragsql: no-transaction\nINSERT INTO dbo.t VALUES (1)\nGO\nWAITFOR DELAY '00:00:10'");
    let mut running = Running::start(dir.path(), &APPLY);
    running.until("\"event\":\"batch_finished\",\"version\":2");
    std::thread::sleep(Duration::from_millis(50));
    running.kill();

    let (code, status, _) = run(dir.path(), &["status", "--url", URL, "--format", "json"]);
    let status: serde_json::Value = serde_json::from_str(&status).expect("JSON");
    assert_eq!((code, &status["migrations"][1]["state"]), (Some(5), &"interrupted".into()));
    let problem = status["migrations"][1]["problem"].as_str().expect("a text");
    assert!(problem.contains("1 of 2 batches done"), "{problem}");

    assert_eq!(run(dir.path(), &APPLY).0, Some(5));
    let database = Database::new(&file_of(&dir), ConnectOptions::default()).expect("the database is whole");
    assert_eq!(number(&database, "SELECT CAST(COUNT(*) AS int) AS n FROM dbo.t"), 1, "it was not run again");
    drop(database);

    let mend = ["repair", "--url", URL, "--version", "2", "--action", "mark-applied", "--reason", "finished by hand"];
    assert_eq!(run(dir.path(), &mend).0, Some(0));
    assert_eq!(run(dir.path(), &APPLY).0, Some(0));
}

#[test]
fn processes_at_once_on_one_file_run_each_migration_once() {
    let dir = project(FOUR);
    let runs: Vec<Child> = (0..3).map(|_| ragsql(dir.path(), &APPLY).spawn().expect("the binary starts")).collect();
    let mut applied = 0;
    for run in runs {
        let output = run.wait_with_output().expect("it ends");
        let stdout = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success(), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
        applied += stdout.matches("\"event\":\"finished\"").count();
    }
    assert_eq!((applied, all_or_nothing(&file_of(&dir))), (2, 2));
}

#[test]
fn a_client_that_is_killed_is_rolled_back_by_the_server_and_lets_go_of_the_lock() {
    let dir = project(FOUR);
    let (server, url) = serve(&dir);
    let apply = ["apply", "--url", &url, "--format", "jsonl"];
    let mut running = Running::start(dir.path(), &apply);
    running.until("\"event\":\"batch_finished\",\"version\":2,\"batch\":1");
    running.kill();

    let target = Target::parse(&url, &Environment::default()).expect("a URL");
    let (code, stdout, _) = run(dir.path(), &apply);
    assert_eq!(code, Some(0), "{stdout}");
    assert_eq!(all_or_nothing(&target), 2);
    server.kill();
    assert_eq!(all_or_nothing(&file_of(&dir)), 2, "what was committed outlives the server");
}

#[test]
fn a_server_that_is_killed_leaves_nothing_of_the_file_and_the_run_says_that_it_is_gone() {
    let dir = project(FOUR);
    let (server, url) = serve(&dir);
    let apply = ["apply", "--url", &url, "--format", "jsonl", "--connect-timeout", "1s"];
    let mut running = Running::start(dir.path(), &apply);
    running.until("\"event\":\"batch_finished\",\"version\":2,\"batch\":1");
    server.kill();
    let mut rest = String::new();
    running.lines.read_to_string(&mut rest).expect("it can be read");
    let code = running.child.wait().expect("it ends").code();
    assert!(code == Some(69), "{code:?}: {rest}");
    assert_eq!(all_or_nothing(&file_of(&dir)), 1);
}
