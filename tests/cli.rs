//! The real binary: exit codes, what goes to stdout and what to stderr, and what never goes anywhere.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The binary, with nothing of this machine's environment that it would read.
fn ragsql(dir: &Path) -> Command {
    let mut command = Command::cargo_bin("ragsql").expect("the binary is built");
    command.current_dir(dir);
    for variable in
        ["RAGSQL_URL", "DATABASE_URL", "RAGSQL_PASSWORD", "SQLCMDPASSWORD", "RAGSQL_ACCESS_TOKEN", "RAGSQL_ENGINE"]
    {
        command.env_remove(variable);
    }
    command
}

/// A project of files, given by their paths and texts.
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
    let output = ragsql(dir).args(args).output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

#[test]
fn wrong_usage_and_settings_are_64_and_say_why_on_stderr() {
    let dir = project(&[("ragsql.toml", "engine = 'oracle'\n")]);
    let cases: [(&[&str], &str); 9] = [
        (&["frobnicate"], "frobnicate"),
        (&["lint", "--engine", "oracle"], "oracle"),
        (&["lint"], "`oracle` is no engine"),
        (&["apply", "--lock-timeout", "soon"], "soon"),
        (&["explain", "no-such-rule"], "no-such-rule"),
        (&["explain", "drop-colum"], "is it drop-column, drop-column-under-vector-index?"),
        (&["explain", "4711"], "WHERE message_id = 4711"),
        (&["lint", "--dir", "nowhere"], "nowhere"),
        (&["new", "has-hyphen"], "has-hyphen"),
    ];
    for (args, word) in cases {
        let (code, stdout, stderr) = run(dir.path(), args);
        assert_eq!(code, 64, "{args:?}: {stderr}");
        assert!(stderr.contains(word), "{args:?}: {stderr}");
        assert!(stdout.is_empty(), "{args:?}: {stdout}");
    }
}

#[test]
fn a_number_of_the_server_is_explained() {
    let dir = project(&[]);
    let explain = |number: &str| {
        let (code, stdout, stderr) = run(dir.path(), &["explain", number]);
        assert_eq!(code, 0, "{stderr}");
        stdout
    };
    let few = explain("42266");
    for part in ["at least 100 are required", "azure, container", "waiting, not failure", "vector-index-in-migration"] {
        assert!(few.contains(part), "{part}: {few}");
    }
    assert_eq!(explain("Msg 42266"), few);
    assert!(explain("42230").contains("tried again"), "what comes after a failed build");
    assert!(explain("42244").contains("policy-and-vector-index"), "the number of the other order");
    assert!(explain("4922").contains("drop-column-under-vector-index"), "what comes right after another one");
    assert!(explain("18456").contains("check the user"), "no rule, and advice");
    assert!(explain("42217").contains("vector-index-without-clustered-key"));
    let (_, json, _) = run(dir.path(), &["explain", "1205", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(json["number"] == 1205 && json["rules"].is_array(), "{json}");
    assert!(json["advice"].as_str().is_some_and(|advice| advice.contains("deadlock")), "{json}");
}

#[test]
fn a_setting_that_is_not_known_is_named_with_its_line() {
    let dir = project(&[("ragsql.toml", "[lint]\nrule = 1\n")]);
    let (code, _, stderr) = run(dir.path(), &["lint"]);
    assert_eq!(code, 64);
    assert!(stderr.contains("ragsql.toml") && stderr.contains("line 2") && stderr.contains("rule"), "{stderr}");
}

#[test]
fn help_and_version_are_answers() {
    let dir = project(&[]);
    for args in [&["--help"][..], &["--version"], &["post-load", "--help"], &["help", "lint"]] {
        let (code, stdout, stderr) = run(dir.path(), args);
        assert_eq!((code, stderr.as_str()), (0, ""), "{args:?}");
        assert!(stdout.contains("ragsql"), "{args:?}: {stdout}");
    }
}

const DROPPED_DATABASE: &str = "USE other;\n";

#[test]
fn lint_tells_findings_by_its_exit_code_and_as_json() {
    let dir = project(&[("migrations/V1__use.sql", DROPPED_DATABASE)]);
    let (code, stdout, _) = run(dir.path(), &["lint", "--format", "json"]);
    assert_eq!(code, 1);
    let document: Value = serde_json::from_str(&stdout).expect("stdout holds one document and nothing else");
    assert_eq!(document["schema"], "ragsql.lint/1");
    assert_eq!(document["findings"][0]["rule"], "use-database");
    assert_eq!(document["findings"][0]["file"], "migrations/V1__use.sql");
    assert_eq!(document["findings"][0]["line"], 1);
    assert_eq!(document["summary"]["errors"], 1);
}

#[test]
fn lint_obeys_settings_and_fail_on() {
    let files =
        [("migrations/V1__use.sql", DROPPED_DATABASE), ("ragsql.toml", "[lint.rules]\nuse-database = 'warning'\n")];
    let dir = project(&files);
    assert_eq!(run(dir.path(), &["lint"]).0, 0);
    assert_eq!(run(dir.path(), &["lint", "--fail-on", "warning"]).0, 1);
}

#[test]
fn lint_reads_stdin_and_single_files() {
    let dir = project(&[("migrations/V1__use.sql", DROPPED_DATABASE), ("migrations/V2__fine.sql", "SELECT 1;\n")]);
    let output =
        ragsql(dir.path()).args(["lint", "-"]).write_stdin(DROPPED_DATABASE).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("<stdin>:1:1"));
    assert_eq!(run(dir.path(), &["lint", "migrations/V2__fine.sql"]).0, 0, "findings of other files are not reported");
    assert_eq!(run(dir.path(), &["lint", "migrations/V1__use.sql"]).0, 1);
}

#[test]
fn a_file_that_cannot_be_analysed_is_never_silence() {
    let dir = project(&[("migrations/V1__open.sql", "PRINT 'never closed\n")]);
    fs::write(dir.path().join("migrations/V2__binary.sql"), [0xff, 0xfe, 0x00]).expect("the file can be written");
    let (code, stdout, _) = run(dir.path(), &["lint"]);
    assert_eq!(code, 1);
    assert!(stdout.contains("V1__open.sql") && stdout.contains("V2__binary.sql"), "{stdout}");
}

#[test]
fn init_writes_a_project_that_lints_clean_and_touches_nothing_that_is_there() {
    let dir = TempDir::new().expect("a temporary folder");
    let (code, stdout, _) = run(dir.path(), &["init", "rag", "--dims", "3072"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("V2__document_chunks.sql"), "{stdout}");
    let rag = dir.path().join("rag");
    let chunks = fs::read_to_string(rag.join("migrations/V2__document_chunks.sql")).expect("it was written");
    assert!(chunks.contains("VECTOR(3072, float16)"), "{chunks}");
    let (code, stdout, _) = run(&rag, &["lint", "--fail-on", "info"]);
    assert_eq!(code, 0, "{stdout}");
    let (code, _, stderr) = run(dir.path(), &["init", "rag"]);
    assert_eq!(code, 64);
    assert!(stderr.contains("is there already"), "{stderr}");
}

#[test]
fn new_takes_the_next_version_of_its_folder() {
    let dir = project(&[("migrations/V007__x.sql", "SELECT 1")]);
    assert_eq!(run(dir.path(), &["new", "add_language"]).0, 0);
    assert!(dir.path().join("migrations/V8__add_language.sql").exists());
    assert_eq!(run(dir.path(), &["new", "refresh", "--post-load"]).0, 0);
    assert!(dir.path().join("post-load/V1__refresh.sql").exists());
    let (code, stdout, _) = run(dir.path(), &["lint", "--fail-on", "info"]);
    assert!(code == 1 && stdout.contains("2 warnings in 3 files"), "{stdout}");
    assert_eq!(stdout.matches("warning[empty-migration]").count(), 2, "the templates are to be filled in: {stdout}");
}

#[test]
fn no_database_named_is_wrong_usage_and_an_unreachable_one_is_69() {
    let dir = project(&[]);
    let (code, _, stderr) = run(dir.path(), &["status"]);
    assert_eq!(code, 64);
    assert!(stderr.contains("RAGSQL_URL"), "{stderr}");
    let url = "sqlserver://u:p@127.0.0.1:1/db";
    let (code, stdout, stderr) = run(dir.path(), &["status", "--url", url, "--connect-timeout", "1s"]);
    assert_eq!(code, 69, "{stderr}");
    assert!(stderr.contains("127.0.0.1:1") && stdout.is_empty(), "{stderr}");
}

#[test]
fn a_secret_is_never_printed() {
    let dir = project(&[]);
    let secret = "p@ss;w0rd-4711";
    let urls = [
        "sqlserver://u:p%40ss%3Bw0rd-4711@127.0.0.1:1/db".to_owned(),
        format!("Server = 127.0.0.1,1; Password = '{secret}'; User Id = u; Database = db"),
        format!("Server=127.0.0.1,1;PWD=\"{secret}\";UID=u;Database=db;Frobnicate=1"),
        "Server=127.0.0.1,1;Password=p@ss;w0rd-4711;User Id=u;Database=db".to_owned(),
        "sqlserver://u:p@ss;w0rd-4711@127.0.0.1:1/db".to_owned(),
    ];
    for url in &urls {
        let output = ragsql(dir.path())
            .args(["apply", "-vv", "--connect-timeout", "1s"])
            .env("RAGSQL_URL", url)
            .output()
            .expect("the binary runs");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert_ne!(output.status.code(), Some(0));
        for part in ["w0rd", "4711", "p%40ss", "p@ss"] {
            assert!(!said.contains(part), "`{part}` is in: {said}");
        }
    }
}

#[test]
fn duplicate_versions_stop_every_command_before_a_connection() {
    let dir = project(&[("migrations/V7__a.sql", "SELECT 1"), ("migrations/V007__b.sql", "SELECT 2")]);
    let (code, _, stderr) = run(dir.path(), &["apply", "--url", "sqlserver://u:p@127.0.0.1:1/db"]);
    assert_eq!(code, 64, "{stderr}");
    assert!(stderr.contains("V7__a.sql") && stderr.contains("V007__b.sql"), "{stderr}");
    assert_eq!(run(dir.path(), &["lint"]).0, 1);
}

#[test]
fn a_directive_with_a_typing_error_stops_apply() {
    let dir = project(&[("migrations/V1__a.sql", "-- ragsql: no-transacton\nSELECT 1")]);
    let (code, _, stderr) = run(dir.path(), &["apply", "--url", "sqlserver://u:p@127.0.0.1:1/db"]);
    assert_eq!(code, 64, "{stderr}");
    assert!(stderr.contains("migrations/V1__a.sql:1:") && stderr.contains("no-transacton"), "{stderr}");
}

#[test]
fn completions_and_output_files() {
    let dir = project(&[]);
    let (code, stdout, _) = run(dir.path(), &["completions", "bash"]);
    assert!(code == 0 && stdout.contains("post-load"));
    let (code, stdout, _) = run(dir.path(), &["rules", "--format", "json", "--output", "rules.json"]);
    assert_eq!((code, stdout.as_str()), (0, ""));
    let written = fs::read_to_string(dir.path().join("rules.json")).expect("the file was written");
    let document: Value = serde_json::from_str(&written).expect("JSON");
    assert!(document["rules"].as_array().is_some_and(|rules| rules.len() > 20));
}

#[cfg(feature = "sandbox")]
#[test]
fn the_demonstration_tells_the_whole_story() {
    let dir = TempDir::new().expect("a temporary folder");
    let (code, stdout, stderr) = run(dir.path(), &["demo"]);
    assert_eq!(code, 0, "{stdout}{stderr}");
    let told = [
        "an emulator, not SQL Server",
        "== ragsql lint",
        "no findings",
        "== ragsql apply",
        " migrations applied",
        "waiting      V1__vi_document_chunks",
        "60 rows have a value in dbo.document_chunks.embedding, and 100 are needed: load 40 more",
        "applied      V1__vi_document_chunks",
        "cosine, diskann, format version 3",
        "== tenant 1 asks",
        "3 chunks, all of tenant 1",
        "== tenant 2 asks",
        "[policy-and-vector-index #0]",
        "== ragsql verify",
        "14 passed of 14 checks",
    ];
    let mut rest = stdout.as_str();
    for words in told {
        let at = rest.find(words).unwrap_or_else(|| panic!("`{words}` is not told, or too early:\n{stdout}"));
        rest = &rest[at + words.len()..];
    }
    assert_eq!(fs::read_dir(dir.path()).expect("it can be read").count(), 0, "nothing is left behind");
}

#[cfg(feature = "sandbox")]
#[test]
fn the_demonstration_is_one_document_or_one_file() {
    let dir = TempDir::new().expect("a temporary folder");
    let (code, stdout, stderr) = run(dir.path(), &["demo", "--format", "json"]);
    assert_eq!(code, 0, "{stderr}");
    let document: Value = serde_json::from_str(&stdout).expect("one document");
    let chapters = document["chapters"].as_array().expect("a list");
    assert_eq!((&document["schema"], chapters.len()), (&"ragsql.demo/1".into(), 11));
    let last = chapters.last().expect("there are chapters");
    assert!(last["chapter"].as_str().is_some_and(|title| title.starts_with("ragsql verify")), "{last}");
    assert!(last["said"].as_str().is_some_and(|said| said.contains("14 passed")) && last["duration_ms"].is_u64());
    assert_eq!(run(dir.path(), &["demo", "--output", "story.txt"]).1, "");
    let story = fs::read_to_string(dir.path().join("story.txt")).expect("it was written");
    assert!(story.starts_with("This runs on") && story.contains("== ragsql verify"), "{story}");
}

/// What each command is asked in turn, in a project that was made by the first of them, and its exit code.
#[cfg(feature = "sandbox")]
const ASKED: [(i32, &str); 27] = [
    (0, "init . --model ragsql-local-demo"),
    (0, "new added"),
    (0, "new --dry-run added"),
    (0, "completions bash"),
    (0, "rules"),
    (0, "explain drop-table"),
    (0, "explain 42266"),
    (0, "lint"),
    (0, "snapshot"),
    (0, "snapshot --check"),
    (0, "diff --from empty"),
    (0, "plan --from-version 1"),
    (0, "apply --dry-run --url sandbox"),
    (0, "apply"),
    (0, "plan"),
    (0, "diff"),
    (0, "status"),
    (3, "post-load"),
    (3, "post-load status"),
    (0, "post-load drop --yes"),
    (0, "ingest docs --tenant 1"),
    (0, "embed"),
    (0, "search --tenant 1 what"),
    (0, "verify"),
    (0, "reembed start --model other-model --dims 768 --dry-run"),
    (0, "baseline --to-version 1 --url sandbox"),
    (0, "repair --version 12 --action accept-change --reason why --dry-run"),
];

#[cfg(feature = "sandbox")]
#[test]
fn every_command_has_one_document_with_a_schema() {
    let dir = TempDir::new().expect("a temporary folder");
    for (wanted, asked) in ASKED {
        let words: Vec<&str> = asked.split(' ').collect();
        match words[0] {
            "ingest" => {
                fs::create_dir(dir.path().join("docs")).expect("the folder is new");
                fs::write(dir.path().join("docs/a.md"), "# Title\n\nA text.\n").expect("it can be written");
            }
            "repair" => fs::write(dir.path().join("migrations/V12__added.sql"), "SELECT 2").expect("it can be written"),
            _ => {}
        }
        let url = if words.contains(&"--url") { &[][..] } else { &["--url", "sandbox:work.db"] };
        let (code, stdout, stderr) = run(dir.path(), &[&words[..], &["--format", "json"], url].concat());
        assert_eq!(code, wanted, "{asked}: {stdout}{stderr}");
        let document: Value =
            serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{asked}: {error}: {stdout}"));
        let schema = document["schema"].as_str().unwrap_or_default();
        assert!(schema.starts_with(&format!("ragsql.{}/", words[0])), "{asked}: {document}");
    }
    let (_, help, _) = run(dir.path(), &["--help"]);
    let list = help.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    let commands =
        list.split('\n').filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
    let asked: Vec<&str> =
        ASKED.iter().filter_map(|(_, asked)| asked.split(' ').next()).chain(["demo", "sandbox", "help"]).collect();
    let left_out: Vec<&str> = commands.filter(|name| !asked.contains(name)).collect();
    assert!(left_out.is_empty(), "{left_out:?}");
}

#[cfg(feature = "sandbox")]
#[test]
fn a_new_project_applies_on_the_embedded_engine_and_a_missing_value_stops_it() {
    let dir = TempDir::new().expect("a temporary folder");
    assert_eq!(run(dir.path(), &["init", "."]).0, 0);
    let (code, stdout, stderr) = run(dir.path(), &["apply", "--url", "sandbox:a.db"]);
    assert_eq!(code, 0, "{stdout}{stderr}");
    let settings = fs::read_to_string(dir.path().join("ragsql.toml")).expect("the settings are there");
    let bare = settings.split("{ sandbox").next().expect("a beginning").to_owned() + "{}\n";
    fs::write(dir.path().join("ragsql.toml"), bare).expect("the settings are written");
    let (code, stdout, stderr) = run(dir.path(), &["apply", "--url", "sandbox:b.db"]);
    assert_eq!((code, stdout.as_str()), (64, ""), "{stderr}");
    assert!(stderr.contains("set the environment variable EMBEDDING_ENDPOINT"), "{stderr}");
    let (code, _, stderr) = run(dir.path(), &["lint"]);
    assert_eq!(code, 0, "{stderr}");
    let named = ["init", "named", "--schema", "rag", "--documents", "articles", "--chunks", "parts", "--dims", "3072"];
    assert_eq!(run(dir.path(), &named).0, 0);
    let (code, stdout, stderr) = run(dir.path(), &["lint", "--dir", "named"]);
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert_eq!(run(dir.path(), &["init", "other", "--schema", "a b"]).0, 64);
    let (_, stdout, _) = run(dir.path(), &["apply", "--url", "sandbox:b.db", "--dry-run"]);
    assert!(stdout.contains("SCOPED CREDENTIAL [${EMBEDDING_ENDPOINT}]"), "{stdout}");
}
