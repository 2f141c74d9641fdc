//! `ragsql snapshot`, through the real binary.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

const FILE: &str = "snapshots/schema.sql";

fn project(files: &[(&str, &str)]) -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    for folder in ["migrations", "post-load"] {
        fs::create_dir(dir.path().join(folder)).expect("the folder is new");
    }
    for (path, text) in files {
        fs::write(dir.path().join(path), text).expect("the file can be written");
    }
    dir
}

/// Exit code, stdout and stderr.
fn run(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("ragsql").expect("the binary is built");
    let output = command.current_dir(dir).arg("snapshot").args(args).output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

fn written(dir: &TempDir) -> String {
    fs::read_to_string(dir.path().join(FILE)).expect("the snapshot is there")
}

const V1: (&str, &str) =
    ("migrations/V1__t.sql", "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT pk_t PRIMARY KEY);\n");
const V2: (&str, &str) = ("migrations/V2__note.sql", "ALTER TABLE dbo.t ADD note nvarchar(max) NULL;\n");

#[test]
fn this_projects_own_schema_is_what_its_files_lead_to() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (code, stdout, stderr) = run(root, &["--check"]);
    assert_eq!(code, 0, "run `ragsql snapshot` and look at the difference:\n{stdout}{stderr}");
    let committed = fs::read_to_string(root.join(FILE)).expect("the snapshot is committed");
    let tables: Vec<_> = committed.split('\n').filter_map(|line| line.strip_prefix("CREATE TABLE ")).collect();
    let wanted = ["dbo.corpus (", "dbo.document_chunks (", "dbo.documents (", "dbo.retrieval_log ("];
    assert_eq!(tables, wanted, "{committed}");
}

#[test]
fn it_is_written_once_and_then_left_alone() {
    let dir = project(&[V1, V2]);
    assert_eq!(run(dir.path(), &[]).1, "wrote snapshots/schema.sql\n");
    let text = written(&dir);
    assert!(text.contains("    note nvarchar(max) NULL,\n    CONSTRAINT pk_t PRIMARY KEY (id)\n"), "{text}");
    assert_eq!(run(dir.path(), &[]).1, "snapshots/schema.sql is as it was\n");
    assert_eq!(run(dir.path(), &["--check"]).0, 0);
    assert_eq!(written(&dir), text);
}

#[test]
fn a_stale_one_is_1_with_the_difference() {
    let dir = project(&[V1]);
    run(dir.path(), &[]);
    fs::write(dir.path().join(V2.0), V2.1).expect("the file can be written");
    let before = written(&dir);
    let (code, stdout, stderr) = run(dir.path(), &["--check"]);
    assert_eq!(code, 1, "{stderr}");
    let plus: Vec<&str> = stdout.split('\n').filter(|line| line.starts_with('+')).collect();
    assert_eq!(plus, ["+++ snapshots/schema.sql (of migrations/ and post-load/)", "+    note nvarchar(max) NULL,"]);
    assert!(stderr.contains("stale") && stderr.contains("ragsql snapshot"), "{stderr}");
    assert_eq!(written(&dir), before, "--check writes nothing");
}

#[test]
fn one_that_is_missing_is_stale() {
    let dir = project(&[V1]);
    let (code, stdout, _) = run(dir.path(), &["--check"]);
    assert_eq!(code, 1);
    assert!(stdout.contains("+CREATE TABLE dbo.t ("), "{stdout}");
    assert!(!dir.path().join(FILE).exists());
}

#[test]
fn line_ends_of_a_checkout_do_not_matter() {
    let dir = project(&[V1]);
    run(dir.path(), &[]);
    fs::write(dir.path().join(FILE), written(&dir).replace('\n', "\r\n")).expect("the file can be written");
    assert_eq!(run(dir.path(), &["--check"]).0, 0);
}

#[test]
fn json_says_the_same() {
    let dir = project(&[V1]);
    let state = |args: &[&str]| {
        let (code, stdout, _) = run(dir.path(), args);
        let document: Value = serde_json::from_str(&stdout).expect("one document");
        assert_eq!(document["schema"], "ragsql.snapshot/1");
        (code, document["state"].as_str().map(str::to_owned), document["difference"].is_string())
    };
    let said = |word: &str| Some(word.to_owned());
    assert_eq!(state(&["--check", "--format", "json"]), (1, said("stale"), true));
    assert_eq!(state(&["--format", "json"]), (0, said("written"), false));
    assert_eq!(state(&["--check", "--format", "json"]), (0, said("current"), false));
}

#[test]
fn another_file_and_a_dry_run() {
    let dir = project(&[V1]);
    assert_eq!(run(dir.path(), &["--dry-run"]).1, "would write snapshots/schema.sql\n");
    assert!(!dir.path().join("snapshots").exists());
    assert_eq!(run(dir.path(), &["docs/tables.sql"]).0, 0);
    assert!(dir.path().join("docs/tables.sql").exists());
}

#[test]
fn what_is_not_understood_is_told_in_the_file_and_on_stderr() {
    let dir =
        project(&[V1, ("migrations/V2__x.sql", "DECLARE @s nvarchar(max) = (SELECT s FROM dbo.t);\nEXEC (@s);\n")]);
    let (code, _, stderr) = run(dir.path(), &[]);
    assert_eq!(code, 0);
    assert!(stderr.contains("migrations/V2__x.sql:2: EXEC (@s)"), "{stderr}");
    assert!(written(&dir).contains("-- Not understood, and so not here: migrations/V2__x.sql:2: EXEC (@s)\n"));
}

#[test]
fn a_statement_that_is_no_statement_is_1_unless_it_is_allowed() {
    let broken = "CREATE TABL dbo.u (id int NOT NULL);\n";
    let dir = project(&[V1, ("migrations/V2__x.sql", broken)]);
    for args in [&[][..], &["--check"]] {
        let (code, _, stderr) = run(dir.path(), args);
        assert_eq!(code, 1, "{args:?}: {stderr}");
        assert!(stderr.contains("not analysed: migrations/V2__x.sql:1: CREATE TABL"), "{stderr}");
    }
    let (_, stdout, _) = run(dir.path(), &["--check", "--format", "json"]);
    let document: Value = serde_json::from_str(&stdout).expect("one document");
    assert_eq!(document["state"], "current");
    assert!(document["notes"][0].as_str().is_some_and(|note| note.contains("migrations/V2__x.sql:1")), "{document}");
    let allowed = format!("-- ragsql: allow not-understood it is a word of a later engine\n{broken}");
    fs::write(dir.path().join("migrations/V2__x.sql"), allowed).expect("the file can be written");
    assert_eq!(run(dir.path(), &[]).0, 0);
    fs::write(dir.path().join("migrations/V2__x.sql"), broken).expect("the file can be written");
    fs::write(dir.path().join("ragsql.toml"), "[lint.rules]\nnot-understood = \"warning\"\n").expect("written");
    assert_eq!(run(dir.path(), &[]).0, 0);
}

#[test]
fn what_to_do_about_a_stale_one_names_it() {
    let dir = project(&[V1]);
    let advice = |args: &[&str]| run(dir.path(), args).2;
    assert!(advice(&["--check"]).contains("run `ragsql snapshot`"));
    assert!(advice(&["docs/tables.sql", "--check"]).contains("run `ragsql snapshot docs/tables.sql`"));
}

#[test]
fn a_project_that_cannot_be_read_is_64() {
    let dir = project(&[("migrations/oops.sql", "SELECT 1;")]);
    let (code, stdout, stderr) = run(dir.path(), &["--check"]);
    assert_eq!((code, stdout.as_str()), (64, ""), "{stderr}");
    assert!(stderr.contains("oops.sql"), "{stderr}");
}
