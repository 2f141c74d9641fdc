//! Which files the binary writes, and which it never writes over.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const SQL: &str = "CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY)\n";

/// Exit code and everything that was said.
fn run(dir: &Path, args: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragsql"));
    for variable in ["RAGSQL_URL", "DATABASE_URL"] {
        command.env_remove(variable);
    }
    let output = command.current_dir(dir).args(args).output().expect("the binary runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().expect("a code"), String::from_utf8(said).expect("UTF-8"))
}

fn project() -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    for folder in ["migrations", "post-load"] {
        fs::create_dir(dir.path().join(folder)).expect("the folder is new");
    }
    let files = [("ragsql.toml", "engine = 'azure'\n"), ("migrations/V1__t.sql", SQL), ("notes.txt", "notes\n")];
    for (path, text) in files {
        fs::write(dir.path().join(path), text).expect("it can be written");
    }
    dir
}

fn text(dir: &TempDir, path: &str) -> String {
    fs::read_to_string(dir.path().join(path)).expect("it is there")
}

#[test]
fn nothing_writes_over_what_the_project_lives_by() {
    let dir = project();
    let database = "sandbox:dev.db";
    assert_eq!(run(dir.path(), &["apply", "--url", database]).0, 0);
    let before = fs::read(dir.path().join("dev.db")).expect("it was made");
    let targets = ["ragsql.toml", "./migrations/V1__t.sql", "migrations/V2__new.sql", "post-load/../dev.db", "dev.db"];
    for target in targets {
        for args in [&["rules", "-o", target][..], &["snapshot", target], &["status", "--output", target]] {
            let (code, said) = run(dir.path(), &[args, &["--url", database]].concat());
            assert!(code == 64 && said.contains("would be written over"), "{args:?}: {code} {said}");
        }
    }
    assert_eq!(text(&dir, "ragsql.toml"), "engine = 'azure'\n");
    assert_eq!(text(&dir, "migrations/V1__t.sql"), SQL);
    assert_eq!(fs::read(dir.path().join("dev.db")).expect("it is there"), before);
    assert!(!dir.path().join("migrations/V2__new.sql").exists());
    assert_eq!(run(dir.path(), &["rules", "-o", "migrations.txt"]).0, 0, "a name that only begins like a folder's");
}

#[test]
fn a_snapshot_writes_over_snapshots_only() {
    let dir = project();
    let (code, said) = run(dir.path(), &["snapshot", "notes.txt"]);
    assert!(code == 64 && said.contains("is no snapshot"), "{code} {said}");
    assert_eq!(text(&dir, "notes.txt"), "notes\n");
    assert_eq!(run(dir.path(), &["snapshot", "schema.sql"]).0, 0);
    fs::write(dir.path().join("migrations/V2__u.sql"), "CREATE TABLE dbo.u (id INT)\n").expect("it can be written");
    assert_eq!(run(dir.path(), &["snapshot", "schema.sql"]).0, 0);
    assert!(text(&dir, "schema.sql").contains("[u]") || text(&dir, "schema.sql").contains("dbo.u"));
}

#[test]
fn the_file_of_a_command_that_fails_is_left_as_it_was() {
    let dir = project();
    assert_eq!(run(dir.path(), &["explain", "nope", "-o", "out.txt"]).0, 64);
    assert!(!dir.path().join("out.txt").exists());
    assert_eq!(run(dir.path(), &["explain", "nope", "-o", "notes.txt"]).0, 64);
    assert_eq!(text(&dir, "notes.txt"), "notes\n");
}

#[test]
fn the_template_of_a_post_load_file_asks_for_nothing() {
    let dir = TempDir::new().expect("a temporary folder");
    let (code, said) = run(dir.path(), &["new", "--post-load", "refresh"]);
    assert_eq!(code, 0, "{said}");
    assert!(dir.path().join("migrations").is_dir() && dir.path().join("post-load").is_dir());
    let path = "post-load/V1__refresh.sql";
    let made = text(&dir, path);
    fs::write(dir.path().join(path), made.clone() + "SELECT 1;\n").expect("it can be written");
    let (code, said) = run(dir.path(), &["post-load", "status", "--url", "sandbox"]);
    assert!(code == 0 && said.contains("ready") && !said.contains("guard"), "{said}");
    let live = made.replace("-- # ragsql:", "-- ragsql:") + "SELECT 1;\n";
    fs::write(dir.path().join(path), live).expect("it can be written");
    let (_, said) = run(dir.path(), &["lint"]);
    assert!(!said.contains("unknown-directive"), "without the # it is a directive that can be read: {said}");
}

#[test]
fn init_tells_where_to_go_and_starts_new_projects_only() {
    let dir = TempDir::new().expect("a temporary folder");
    let (code, said) = run(dir.path(), &["lint"]);
    assert!(code == 64 && said.contains("`ragsql init`"), "{said}");
    let (code, said) = run(dir.path(), &["init", "my-project"]);
    assert!(code == 0 && said.contains("next: cd my-project, then ragsql lint"), "{said}");
    let (code, said) = run(&dir.path().join("my-project"), &["apply", "--url", "sandbox", "--to-version", "1"]);
    assert_eq!(code, 0, "{said}");
    let other = project();
    fs::remove_file(other.path().join("ragsql.toml")).expect("it is there");
    let (code, said) = run(other.path(), &["init"]);
    assert!(code == 64 && said.contains("V1__t.sql is there already"), "{code} {said}");
    assert_eq!(fs::read_dir(other.path().join("migrations")).expect("a folder").count(), 1);
}

#[test]
fn a_guard_in_a_migration_is_refused_with_its_place() {
    let dir = project();
    let guarded = format!("-- A table.\n-- ragsql: guard rows dbo.t.id >= 5\n{SQL}");
    fs::write(dir.path().join("migrations/V1__t.sql"), guarded).expect("it can be written");
    let (code, said) = run(dir.path(), &["apply", "--url", "sandbox"]);
    assert!(code == 64 && said.contains("migrations/V1__t.sql:2:1: guards belong to post-load/"), "{code} {said}");
    let (code, said) = run(dir.path(), &["lint"]);
    assert!(code == 1 && said.contains("unknown-directive") && said.contains("guards belong"), "{code} {said}");
}

#[test]
fn a_run_up_to_a_version_does_not_say_that_all_is_applied() {
    let dir = project();
    let database = ["--url", "sandbox:dev.db"];
    fs::write(dir.path().join("migrations/V2__u.sql"), "CREATE TABLE dbo.u (id INT)\n").expect("it can be written");
    let up_to = |version: &str| run(dir.path(), &[&["apply", "--to-version", version][..], &database].concat());
    assert!(up_to("1").1.contains("1 migration applied; 1 still pending"));
    let (code, said) = up_to("1");
    assert!(code == 0 && said.contains("nothing to do up to that version; 1 migration pending beyond it"), "{said}");
    assert!(up_to("2").0 == 0 && up_to("2").1.contains("every migration is applied"));
}
