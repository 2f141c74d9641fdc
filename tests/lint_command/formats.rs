//! The forms of a report from the command line: paths from the root of the repository, the job summary, and
//! commands that have no such form.

use std::fs;

use serde_json::Value;

use super::folder::{Folder, said};

const USE: &str = "USE other;\n";

#[test]
fn only_lint_has_the_forms_of_pipelines() {
    let folder = Folder::project(&[]);
    for command in ["status", "apply", "rules", "init", "post-load"] {
        let said = folder.run(&[command, "--format", "azure-devops"]);
        assert_eq!((said.code, said.stdout.as_str()), (64, ""), "{command}");
        assert!(said.stderr.contains("--format azure-devops") && said.stderr.contains("json"), "{said:?}");
    }
    assert_eq!(folder.run(&["lint", "--format", "jsonl"]).code, 64);
    assert_eq!(folder.run(&["lint", "--format", "checkstyle"]).code, 64);
}

#[test]
fn paths_start_at_the_root_of_the_repository_wherever_it_runs() {
    let folder =
        Folder::new(&[("db/migrations/V1__use.sql", USE), ("db/post-load/V1__use.sql", ""), ("db/q/use.sql", USE)]);
    fs::create_dir(folder.path().join(".git")).expect("made");
    let path = |args: &[&str], from: &str| {
        let mut command = folder.command(&[&["lint", "--format", "gitlab"], args].concat());
        let said = said(command.current_dir(folder.path().join(from)));
        assert_eq!(said.code, 1, "{said:?}");
        let issues: Value = serde_json::from_str(&said.stdout).expect("JSON");
        issues[0]["location"]["path"].as_str().expect("a path").to_owned()
    };
    assert_eq!(path(&["--dir", "db"], "."), "db/migrations/V1__use.sql");
    assert_eq!(path(&[], "db"), "db/migrations/V1__use.sql");
    assert_eq!(path(&["--dir", ".."], "db/q"), "db/migrations/V1__use.sql");
    assert_eq!(path(&["db/q/use.sql"], "."), "db/q/use.sql");
    assert_eq!(path(&["../q/use.sql"], "db/q"), "db/q/use.sql");
    let absolute = folder.path().join("db/q/use.sql");
    assert_eq!(path(&[absolute.to_str().expect("UTF-8")], "db"), "db/q/use.sql");
}

#[test]
fn github_gets_annotations_on_stdout_and_a_summary_of_the_job() {
    let folder = Folder::project(&[("migrations/V1__use.sql", USE)]);
    let summary = folder.path().join("summary.md");
    fs::write(&summary, "before\n").expect("written");
    let mut command = folder.command(&["lint", "--format", "github"]);
    let with_summary = said(command.env("GITHUB_STEP_SUMMARY", &summary));
    assert_eq!(with_summary.code, 1);
    assert!(with_summary.stdout.starts_with("::error file=migrations/V1__use.sql,line=1,"), "{with_summary:?}");
    let summary = fs::read_to_string(summary).expect("it is there");
    assert!(summary.starts_with("before\n<!-- ragsql-lint -->\n") && summary.contains("use-database"), "{summary}");
    let without = folder.run(&["lint", "--format", "github"]);
    assert_eq!(without.stdout, with_summary.stdout);
}

#[test]
fn machines_get_their_document_and_nothing_else_on_stdout() {
    let folder = Folder::project(&[("migrations/V1__use.sql", USE)]);
    let out = |format: &str| {
        let said = folder.run(&["lint", "-v", "--format", format]);
        assert_eq!(said.code, 1, "{said:?}");
        said.stdout
    };
    for format in ["sarif", "gitlab"] {
        assert!(serde_json::from_str::<Value>(&out(format)).is_ok(), "{format}");
    }
    assert!(out("junit").starts_with("<?xml"));
    assert!(out("markdown").starts_with("<!-- ragsql-lint -->\n"));
    assert!(out("azure-devops").starts_with("##vso[task.logissue type=error;sourcepath=migrations/V1__use.sql;"));
}

#[test]
fn a_report_goes_to_a_file_and_the_exit_code_stays() {
    let folder = Folder::project(&[("migrations/V1__use.sql", USE)]);
    let said = folder.run(&["lint", "--format", "sarif", "--output", "lint.sarif"]);
    assert_eq!((said.code, said.stdout.as_str()), (1, ""));
    let written = fs::read_to_string(folder.path().join("lint.sarif")).expect("it is there");
    let document: Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(document["runs"][0]["results"][0]["ruleId"], "use-database");
}

#[test]
fn the_address_of_the_rules_pages_can_be_set() {
    let folder = Folder::project(&[
        ("migrations/V1__use.sql", USE),
        ("ragsql.toml", "[lint]\ndocs-url = 'https://rules.example/{rule}'\n"),
    ]);
    let said = folder.run(&["lint", "--format", "sarif"]);
    let document: Value = serde_json::from_str(&said.stdout).expect("JSON");
    assert_eq!(document["runs"][0]["tool"]["driver"]["rules"][0]["helpUri"], "https://rules.example/use-database");
}

#[test]
fn how_much_was_understood_is_said_on_stderr_when_asked() {
    let folder = Folder::project(&[("migrations/V1__a.sql", "CREATE TABLE dbo.a (id INT);\nCREATE FROBNICATOR b;\n")]);
    let quiet = folder.run(&["lint"]);
    assert_eq!(quiet.stderr, "");
    let said = folder.run(&["lint", "-v"]);
    assert_eq!(said.stdout, quiet.stdout);
    let expected = "understood: 1 of 2 statements (50.0 %)\n  \
                    CREATE FROBNICATOR  0 of 1 (1 not understood)\n  CREATE TABLE        1 of 1\n";
    assert_eq!(said.stderr, expected);
    let folder = Folder::project(&[(
        "migrations/V1__v.sql",
        "SELECT VECTOR_NORM(v, 'norm2') FROM t;\nSELECT 1;\nSELECT v FROM t FOR SYSTEM_TIME ALL AS vector_;\n",
    )]);
    let said = folder.run(&["lint", "-v"]).stderr;
    let expected = "queries about vectors: 1 of 2 judged (50.0 %)\n  migrations/V1__v.sql:3 is not judged: FOR SYSTEM_TIME is not known\n";
    assert!(said.ends_with(expected), "{said}");
}
