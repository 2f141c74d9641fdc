//! The settings of a project as the binary takes them: what is refused, and that no secret of theirs is shown.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

fn ragsql(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragsql"));
    for variable in ["RAGSQL_URL", "DATABASE_URL", "RAGSQL_PASSWORD", "SQLCMDPASSWORD", "RAGSQL_ACCESS_TOKEN"] {
        command.env_remove(variable);
    }
    command.current_dir(dir).args(args);
    command
}

/// A project with these settings.
fn project(settings: &str) -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    for folder in ["migrations", "post-load"] {
        fs::create_dir(dir.path().join(folder)).expect("the folder is new");
    }
    fs::write(dir.path().join("ragsql.toml"), settings).expect("it can be written");
    dir
}

/// Exit code and everything that was said.
fn run(dir: &Path, args: &[&str]) -> (i32, String) {
    let output = ragsql(dir, args).output().expect("the binary runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().expect("a code"), String::from_utf8(said).expect("UTF-8"))
}

#[test]
fn a_secret_in_the_settings_is_shown_by_no_error() {
    let settings = [
        "[database]\npassword = \"hunter2\"\n",
        "[database]\nurl = \"sqlserver://a:hunter2@h/d\n",
        "[embedding]\ndimensions = 'hunter2'\n",
    ];
    for settings in settings {
        let (code, said) = run(project(settings).path(), &["status"]);
        assert!(code == 64 && !said.contains("hunter2"), "{said}");
        assert!(said.contains("ragsql.toml is not valid: line 2, column"), "{said}");
    }
}

#[test]
fn a_password_in_the_url_of_the_settings_is_refused() {
    for url in ["sqlserver://a:hunter2@h/d", "Server=h;Database=d;User Id=a;Password=hunter2"] {
        let dir = project(&format!("[database]\nurl = '{url}'\n"));
        for args in [&["lint"][..], &["status"], &["status", "--url", "sandbox"]] {
            let (code, said) = run(dir.path(), args);
            assert!(code == 64 && said.contains("holds a password") && !said.contains("hunter2"), "{args:?}: {said}");
        }
    }
    for url in ["sqlserver://a@h/d", "sandbox:dev.db", "Server=h;Database=d;User Id=a"] {
        let (code, said) = run(project(&format!("[database]\nurl = '{url}'\n")).path(), &["lint"]);
        assert_eq!(code, 0, "{url}: {said}");
    }
}

#[test]
fn one_history_table_for_both_folders_is_refused() {
    let cases = [
        "migrations-history = 'ops.history'\npost-load-history = '[OPS].History'\n",
        "migrations-history = 'history'\npost-load-history = 'dbo.HISTORY'\n",
        "migrations-history = 'ragsql_post_load'\n",
        "post-load-history = 'dbo.ragsql_migrations'\n",
    ];
    for settings in cases {
        let (code, said) = run(project(&format!("[database]\n{settings}")).path(), &["status", "--url", "sandbox"]);
        assert!(code == 64 && said.contains("are one table"), "{settings}: {code} {said}");
    }
    let apart = project("[database]\nmigrations-history = 'a.history'\npost-load-history = 'b.history'\n");
    let (code, said) = run(apart.path(), &["status", "--url", "sandbox"]);
    assert_eq!(code, 0, "{said}");
}

#[cfg(unix)]
#[test]
fn settings_that_are_no_file_are_refused_at_once() {
    for (kind, make) in
        [("a pipe", "rm ragsql.toml; mkfifo ragsql.toml"), ("a folder", "rm ragsql.toml; mkdir ragsql.toml")]
    {
        let dir = project("");
        let made = Command::new("sh").args(["-c", make]).current_dir(dir.path()).status().expect("sh runs");
        assert!(made.success());
        let (code, said) = run(dir.path(), &["lint"]);
        assert!(code == 64 && said.contains(&format!("is {kind}, not a file")), "{kind}: {code} {said}");
    }
    let dir = project("");
    fs::remove_file(dir.path().join("ragsql.toml")).expect("it is there");
    std::os::unix::fs::symlink("/dev/zero", dir.path().join("ragsql.toml")).expect("a link");
    let (code, said) = run(dir.path(), &["lint"]);
    assert!(code == 64 && said.contains("is a device, not a file"), "{code} {said}");
}

#[test]
fn what_explains_a_rule_needs_no_settings() {
    let dir = project("nonsense = [");
    assert_eq!(run(dir.path(), &["explain", "drop-table"]).0, 0);
    assert_eq!(run(dir.path(), &["completions", "bash"]).0, 0);
    assert_eq!(run(dir.path(), &["rules"]).0, 64, "its levels are those of an engine");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stderr_changes_no_exit_code() {
    let dir = project("");
    fs::write(dir.path().join("migrations/V1__x.sql"), "SELECT 1").expect("it can be written");
    let unreachable = "sqlserver://a:b@127.0.0.1:1/d";
    let cases: [(&[&str], i32); 5] = [
        (&["explain", "nope"], 64),
        (&["frobnicate"], 64),
        (&["status", "--url", unreachable, "--connect-timeout", "1ms"], 69),
        (&["snapshot", "--check"], 1),
        (&["apply", "--url", "sandbox"], 0),
    ];
    for (args, wanted) in cases {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let status = ragsql(dir.path(), args).stdout(Stdio::null()).stderr(full).status().expect("the binary runs");
        assert_eq!(status.code(), Some(wanted), "{args:?}");
    }
}
