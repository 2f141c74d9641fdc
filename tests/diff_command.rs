//! `ragsql diff`, through the real binary: every source, every format, exit codes.

#[path = "plan/folder.rs"]
mod folder;

use std::fs;

use folder::{add, project, run};
use serde_json::Value;
use tempfile::TempDir;

const RELEASED: &str = include_str!("diff/released.sql");
const NEXT: &str = include_str!("diff/next.sql");

fn diff(dir: &TempDir, args: &[&str]) -> (i32, String, String) {
    run(dir.path(), &[&["diff"], args].concat())
}

/// A project whose snapshot is of the release, with the next files beside it.
fn between_releases() -> TempDir {
    let dir = project(RELEASED);
    assert_eq!(run(dir.path(), &["snapshot", "--quiet"]).0, 0);
    add(&dir, NEXT);
    dir
}

#[test]
fn every_format_is_as_it_was() {
    let dir = between_releases();
    for format in ["text", "json", "sql", "markdown", "html"] {
        let (code, stdout, stderr) = diff(&dir, &["--format", format]);
        assert_eq!(code, 0, "{stderr}");
        insta::with_settings!({ snapshot_path => "../snapshots/diff", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format, stdout);
        });
    }
}

#[test]
fn colours_are_written_when_asked_for() {
    let dir = between_releases();
    assert!(diff(&dir, &["--color", "always"]).1.contains("\u{1b}[32m"));
    assert!(!diff(&dir, &["--color", "never"]).1.contains('\u{1b}'));
}

#[test]
fn two_is_for_changes_when_asked_for() {
    let dir = between_releases();
    assert_eq!(diff(&dir, &[]).0, 0);
    assert_eq!(diff(&dir, &["--detailed-exitcode"]).0, 2);
    let (code, stdout, _) = diff(&dir, &["--detailed-exitcode", "--to", "snapshot"]);
    assert_eq!((code, stdout.as_str()), (0, "no difference: snapshot and snapshot say the same\n"));
}

#[test]
fn every_change_has_its_fields() {
    let dir = between_releases();
    let document: Value = serde_json::from_str(&diff(&dir, &["--format", "json"]).1).expect("one document");
    assert_eq!(
        (&document["schema"], &document["from"], &document["to"]),
        (&"ragsql.diff/1".into(), &"snapshot".into(), &"migrations".into())
    );
    let changes = document["changes"].as_array().expect("a list");
    assert!(changes.len() > 10);
    for change in changes {
        assert!(change["kind"].is_string() && change["object"].is_string() && change["hazards"].is_array(), "{change}");
        assert!(change["sql"].as_str().is_some_and(|sql| !sql.is_empty()), "{change}");
        assert_ne!(change["from"], change["to"], "a change never shows two equal values: {change}");
    }
}

/// The kinds and objects of the changes.
fn kinds(dir: &TempDir, args: &[&str]) -> Vec<String> {
    let (code, stdout, stderr) = diff(dir, &[args, &["--format", "json"]].concat());
    assert_eq!(code, 0, "{stderr}");
    let document: Value = serde_json::from_str(&stdout).expect("one document");
    let changes = document["changes"].as_array().expect("a list").iter();
    changes.map(|change| format!("{} {}", change["kind"], change["object"]).replace('"', "")).collect()
}

#[test]
fn renames_come_from_the_history_and_are_only_offered_without_one() {
    let dir = between_releases();
    let told = kinds(&dir, &[]);
    for rename in ["rename-object dbo.tags", "rename-column dbo.labels.label"] {
        assert!(told.contains(&rename.to_owned()), "{told:?}");
    }
    run(dir.path(), &["snapshot", "next.sql"]);
    let unknown = kinds(&dir, &["--to", "file:next.sql"]);
    assert!(unknown.contains(&"drop-table dbo.tags".to_owned()), "{unknown:?}");
    let moved =
        project("-- file: migrations/V1__a.sql\nCREATE TABLE dbo.one (id int NOT NULL, label nvarchar(9) NULL);\n");
    run(moved.path(), &["snapshot"]);
    fs::write(moved.path().join("other.sql"), "CREATE TABLE dbo.two (id int NOT NULL, label nvarchar(9) NULL);")
        .expect("written");
    let (_, stdout, _) = diff(&moved, &["--to", "file:other.sql"]);
    assert!(stdout.contains("note: dbo.one may be dbo.two under a new name"), "{stdout}");
    assert!(stdout.contains("1 added, 1 removed"), "{stdout}");
}

#[test]
fn a_commit_is_a_source() {
    let dir = project(RELEASED);
    let git = |args: &[&str]| {
        let output = std::process::Command::new("git").current_dir(dir.path()).args(args).output().expect("git runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", "one"]);
    add(&dir, NEXT);
    assert!(kinds(&dir, &["--from", "git:HEAD"]).contains(&"add-table dbo.parts".to_owned()));
    assert!(kinds(&dir, &["--from", "migrations", "--to", "git:HEAD"]).contains(&"drop-table dbo.parts".to_owned()));
    let (code, _, stderr) = diff(&dir, &["--from", "git:nowhere"]);
    assert_eq!(code, 64);
    assert!(stderr.contains("there is no commit `nowhere`"), "{stderr}");
}

#[test]
fn a_file_is_looked_for_in_the_projects_folder_as_a_snapshot_is_written_there() {
    let dir = project(RELEASED);
    let elsewhere = TempDir::new().expect("a temporary folder");
    let at = dir.path().to_str().expect("UTF-8");
    assert_eq!(run(elsewhere.path(), &["snapshot", "--dir", at, "other.sql", "--quiet"]).0, 0);
    for file in ["file:other.sql".to_owned(), format!("file:{at}/other.sql")] {
        let (code, stdout, stderr) = run(elsewhere.path(), &["diff", "--dir", at, "--from", &file]);
        assert!(code == 0 && stdout.starts_with("no difference"), "{stdout}{stderr}");
    }
}

#[test]
fn from_nothing_everything_comes() {
    let dir = project(RELEASED);
    let kinds = kinds(&dir, &["--from", "empty"]);
    assert!(kinds.iter().all(|kind| kind.starts_with("add-") || kind.starts_with("grant")), "{kinds:?}");
}

#[test]
fn wrong_sources_are_64_and_say_what_to_do() {
    let dir = project(RELEASED);
    for (args, word) in [
        (&["--from", "nonsense"][..], "write migrations, db, snapshot, git:REV, file:PATH or empty"),
        (&["--from", "snapshot"], "write it with `ragsql snapshot`"),
        (&["--from", "file:missing.sql"], "missing.sql"),
        (&["--from", "db"], "no database was named"),
        (&["--from", "git:HEAD"], "error: git:HEAD: git cannot tell the root of the repository"),
        (&["--from", "empty", "--format", "sarif"], "text, json, sql, markdown and html"),
    ] {
        let (code, stdout, stderr) = diff(&dir, args);
        assert_eq!((code, stdout.as_str()), (64, ""), "{args:?}");
        assert!(stderr.contains(word), "{args:?}: {stderr}");
    }
}

#[test]
fn what_is_not_understood_is_a_difference_that_nobody_knows() {
    let dir = project(RELEASED);
    run(dir.path(), &["snapshot", "--quiet"]);
    let dynamic =
        "-- file: migrations/V2__x.sql\nDECLARE @s nvarchar(max) = (SELECT title FROM dbo.docs);\nEXEC (@s);\n";
    add(&dir, dynamic);
    let (code, stdout, _) = diff(&dir, &["--detailed-exitcode"]);
    assert_eq!(code, 2);
    assert!(
        stdout.contains("note: not understood, so what it does is missing: migrations/V2__x.sql:2: EXEC (@s)"),
        "{stdout}"
    );
}

/// On the embedded engine: what diff writes runs, and then nothing is between the database and the files.
#[cfg(feature = "sandbox")]
#[test]
fn what_it_writes_runs_and_leads_there() {
    let dir = project(RELEASED);
    let url = format!("sandbox:{}", dir.path().join("dev.db").display());
    let on = |args: &[&str]| {
        let (code, stdout, stderr) = run(dir.path(), &[args, &["--url", &url]].concat());
        assert_eq!(code, 0, "{args:?}: {stdout}{stderr}");
        stdout
    };
    on(&["apply"]);
    assert_eq!(on(&["diff"]), "no difference: db and migrations say the same\n");
    let next = project(RELEASED);
    add(&next, NEXT);
    fs::remove_file(next.path().join("post-load/V1__vi.sql")).expect("it is there");
    let script = run(next.path(), &["diff", "--from", "db", "--format", "sql", "--url", &url]).1;
    fs::write(dir.path().join("migrations/V2__found.sql"), &script).expect("written");
    on(&["apply"]);
    let (_, stdout, stderr) = run(next.path(), &["diff", "--from", "db", "--url", &url]);
    assert_eq!(stdout, "no difference: db and migrations say the same\n", "{script}\n{stderr}");
}

#[test]
fn the_script_tells_the_hazards_of_the_report() {
    let dir = between_releases();
    let document: Value = serde_json::from_str(&diff(&dir, &["--format", "json"]).1).expect("one document");
    let changes = document["changes"].as_array().expect("a list").iter();
    let lists = changes.map(|change| change["hazards"].as_array().expect("a list").iter().filter_map(Value::as_str));
    let told: Vec<String> =
        lists.map(|list| list.collect::<Vec<_>>().join(", ")).filter(|list| !list.is_empty()).collect();
    assert!(told.len() > 5);
    let script = diff(&dir, &["--format", "sql"]).1;
    let comments: Vec<&str> = script.split('\n').filter_map(|line| line.strip_prefix("-- hazards: ")).collect();
    assert_eq!(comments, told);
}

#[test]
fn a_module_stands_alone_behind_the_options_that_it_was_made_under() {
    let dir = project(
        "-- file: migrations/V1__x.sql\nSET QUOTED_IDENTIFIER OFF;\nGO\nCREATE PROCEDURE dbo.p AS SELECT \"a\" AS a;\nGO\nSET QUOTED_IDENTIFIER ON;\n",
    );
    let document: Value =
        serde_json::from_str(&diff(&dir, &["--from", "empty", "--format", "json"]).1).expect("one document");
    let alone =
        "SET QUOTED_IDENTIFIER OFF\nGO\nCREATE PROCEDURE dbo.p AS SELECT \"a\" AS a;\nGO\nSET QUOTED_IDENTIFIER ON";
    assert_eq!(document["changes"][0]["sql"], alone);
    let script = diff(&dir, &["--from", "empty", "--format", "sql"]).1;
    assert!(script.contains("SET QUOTED_IDENTIFIER OFF\nGO\n\nCREATE PROCEDURE"), "{script}");
}

#[test]
fn names_are_nothing_but_text_in_a_comment() {
    let dir = project("-- file: migrations/V1__x.sql\nCREATE TABLE dbo.[a|b```<b>] (id int NOT NULL);\n");
    assert_eq!(run(dir.path(), &["snapshot", "--quiet"]).0, 0);
    add(&dir, "-- file: migrations/V2__y.sql\nDROP TABLE dbo.[a|b```<b>];\n");
    let document = diff(&dir, &["--format", "markdown"]).1;
    let row = document.split('\n').find(|line| line.starts_with("| drop-table")).expect("the hazard is told");
    assert!(row.contains(r"dbo.\[a\|b\`\`\`\<b\>\]"), "{row}");
    assert!(document.contains("<summary>dbo.[a|b```&lt;b&gt;]</summary>"), "{document}");
}
