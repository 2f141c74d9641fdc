//! What files and servers say reaches a terminal as text, and never as orders to it.

use std::path::Path;

use ragsql::text::is_control;

use crate::process::{URL, folder, run};

/// Clears the screen; also as a character of its own (C1), and a text that runs backwards.
const ORDERS: &str = "\u{1b}[2J\u{9b}2J\u{202e}";

/// Nothing but line ends moves the cursor, and no line passes for one of ragsql's own.
fn is_calm(said: &str) -> bool {
    !said.contains(|c: char| c != '\n' && is_control(c)) && !said.split('\n').any(|line| line.starts_with("FORGED"))
}

fn says(dir: &Path, args: &[&str]) -> String {
    let (_, stdout, stderr) = run(dir, args);
    assert!(is_calm(&stdout) && is_calm(&stderr), "{args:?}: {stdout:?} {stderr:?}");
    stdout + &stderr
}

#[test]
fn findings_give_no_orders() {
    let table = format!("CREATE TABLE dbo.[a{ORDERS}\nFORGED b] (id INT);\nDROP TABLE dbo.[c{ORDERS}\nFORGED d];");
    let name = format!("migrations/V2__x{ORDERS}\nFORGED y.sql");
    let dir = folder(&[("migrations/V1__a.sql", &table), (&name, "SELECT 1")]);
    for format in ["text", "github", "azure-devops", "markdown"] {
        let said = says(dir.path(), &["lint", "--format", format]);
        assert!(said.contains("FORGED d"), "{format}: {said}");
    }
    let (_, document, _) = run(dir.path(), &["lint", "--format", "junit"]);
    assert!(!document.contains(|c: char| c != '\n' && is_control(c)), "{document:?}");
    let colored = run(dir.path(), &["lint", "--color", "always"]).1;
    assert!(colored.contains("\u{1b}[") && !colored.contains(ORDERS), "{colored:?}");
    let (_, json, _) = run(dir.path(), &["lint", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let files: Vec<&str> =
        json["findings"].as_array().expect("findings").iter().filter_map(|f| f["file"].as_str()).collect();
    assert!(files.contains(&name.as_str()), "for a program the path is as it is: {files:?}");
    assert!(says(dir.path(), &["apply", "--url", URL]).contains("FORGED y.sql"));
}

#[test]
fn a_run_gives_no_orders() {
    let sql = format!("PRINT N'{ORDERS}';\nPRINT N'one\nFORGED two';\nSELECT * FROM dbo.[t{ORDERS}\nFORGED];");
    let dir = folder(&[("migrations/V1__a.sql", &sql)]);
    let said = says(dir.path(), &["apply", "--url", URL]);
    assert!(said.contains("  \\u{1b}[2J\\u{9b}2J\\u{202e}") && said.contains("  one\n  FORGED two"), "{said}");
    assert!(said.contains("Msg 208") && said.contains("    FORGED"), "{said}");
    let script = run(dir.path(), &["apply", "--dry-run", "--url", URL]).1;
    assert!(script.contains(&sql), "a script that is not shown is as it is: {script:?}");
    let guard = format!("-- ragsql: guard complete dbo.[g{ORDERS}].c\nSELECT 1");
    let dir = folder(&[("migrations/V1__a.sql", "SELECT 1"), ("post-load/V1__b.sql", &guard)]);
    says(dir.path(), &["apply", "--url", URL]);
    for command in ["post-load", "status"] {
        assert!(says(dir.path(), &[command, "--url", URL]).contains("dbo.[g\\u{1b}[2J"), "{command}");
    }
}
