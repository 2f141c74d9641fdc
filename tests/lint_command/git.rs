//! `--git-base` in real repositories: branches, shallow clones, and what is said when something is missing.

use std::path::Path;
use std::process::Command;

use super::folder::{Folder, Said, said};

/// A migration that the engine refuses: the second of two tables of one name.
const TWICE: &str = "CREATE TABLE dbo.twice (id INT NOT NULL);\nGO\nCREATE TABLE dbo.twice (id INT NOT NULL);\n";
const FINE: &str = "CREATE TABLE dbo.fine (id INT NOT NULL);\n";

pub fn git(dir: &Path, args: &[&str]) -> String {
    let mut command = Command::new("git");
    command.current_dir(dir).args(args);
    for (name, value) in [("NAME", "nobody"), ("EMAIL", "nobody@example.com"), ("DATE", "2026-01-01T00:00:00Z")] {
        command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
    }
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let output = command.output().expect("git runs");
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn commit(folder: &Folder) {
    git(folder.path(), &["add", "--all"]);
    git(folder.path(), &["commit", "--quiet", "--message", "step"]);
}

/// A repository whose branch `main` has a project with a finding of old, and a branch `change` that starts
/// there and is checked out.
pub fn repository() -> Folder {
    let folder = Folder::project(&[("migrations/V1__twice.sql", TWICE), ("migrations/V2__fine.sql", FINE)]);
    folder.write("post-load/README.md", "for git, which keeps no empty folder\n");
    folder.write("post-load/V1__refresh.sql", "ALTER TABLE dbo.fine ADD more INT NULL;\n");
    git(folder.path(), &["init", "--quiet", "--initial-branch", "main"]);
    commit(&folder);
    git(folder.path(), &["checkout", "--quiet", "-b", "change"]);
    folder
}

fn since_main(folder: &Folder) -> Vec<(String, String)> {
    folder.findings(&["--git-base", "main"])
}

pub fn found(findings: &[(&str, &str)]) -> Vec<(String, String)> {
    findings.iter().map(|(rule, file)| ((*rule).to_owned(), (*file).to_owned())).collect()
}

#[test]
fn only_what_is_new_is_told_whether_committed_or_not() {
    let folder = repository();
    assert_eq!(folder.findings(&[]), found(&[("object-exists", "migrations/V1__twice.sql")]));
    assert_eq!(since_main(&folder), []);
    folder.write("migrations/V3__again.sql", FINE);
    let expected = found(&[("object-exists", "migrations/V3__again.sql")]);
    assert_eq!(since_main(&folder), expected, "not tracked");
    git(folder.path(), &["add", "--all"]);
    assert_eq!(since_main(&folder), expected, "staged");
    commit(&folder);
    assert_eq!(since_main(&folder), expected, "committed");
    assert_eq!(folder.findings(&["--git-base", "main", "migrations/V2__fine.sql"]), [], "paths choose among them");
}

#[test]
fn what_a_new_file_does_to_an_old_one_is_told() {
    let folder = repository();
    folder.write("migrations/V3__gone.sql", "DROP TABLE dbo.fine;\n");
    let expected = [("drop-table", "migrations/V3__gone.sql"), ("missing-object", "post-load/V1__refresh.sql")];
    assert_eq!(since_main(&folder), found(&expected));
}

#[test]
fn released_files_stay_as_they_are() {
    let folder = repository();
    folder.write("migrations/V3__moved.sql", "CREATE TABLE dbo.moved (id INT NOT NULL);\n");
    commit(&folder);
    git(folder.path(), &["branch", "--force", "main"]);
    folder.write("migrations/V2__fine.sql", &format!("{FINE}-- why\n"));
    git(folder.path(), &["mv", "migrations/V3__moved.sql", "migrations/V3__named.sql"]);
    git(folder.path(), &["rm", "--quiet", "post-load/V1__refresh.sql"]);
    let findings = since_main(&folder);
    let changed = |file| ("released-file-changed", file);
    let files = ["migrations/V2__fine.sql", "migrations/V3__named.sql", "post-load/V1__refresh.sql"];
    assert_eq!(findings, found(&files.map(changed)));
    let text = folder.run(&["lint", "--git-base", "main"]).stdout;
    for words in ["was edited", "was renamed to `migrations/V3__named.sql`", "was deleted", "V2__fine.sql:2:1"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    commit(&folder);
    assert_eq!(since_main(&folder), findings, "committed");
}

#[test]
fn line_ends_and_encodings_are_no_change() {
    let folder = repository();
    folder.write("migrations/V2__fine.sql", &format!("\u{feff}{}", FINE.replace('\n', "\r\n")));
    assert_eq!(since_main(&folder), []);
    let old = git(folder.path(), &["status", "--porcelain"]);
    assert!(old.contains("V2__fine.sql"), "git sees a change: {old}");
}

#[test]
fn a_new_file_comes_after_the_released_ones() {
    let folder = repository();
    git(folder.path(), &["checkout", "--quiet", "main"]);
    folder.write("migrations/V9__late.sql", "CREATE TABLE dbo.late (id INT NOT NULL);\n");
    commit(&folder);
    git(folder.path(), &["checkout", "--quiet", "change"]);
    folder.write("migrations/V4__early.sql", "CREATE TABLE dbo.early (id INT NOT NULL);\n");
    commit(&folder);
    let early = found(&[("out-of-order-file", "migrations/V4__early.sql")]);
    assert_eq!(since_main(&folder), early, "the branch parted before V9 was there");
    git(folder.path(), &["merge", "--quiet", "--no-edit", "main"]);
    assert_eq!(since_main(&folder), found(&[("out-of-order-file", "migrations/V4__early.sql")]));
    folder.write("migrations/V4__early.sql", "-- ragsql: allow out-of-order-file V9 ran nowhere\nSELECT 1;\n");
    commit(&folder);
    assert_eq!(since_main(&folder), []);
    git(folder.path(), &["branch", "--force", "main"]);
    assert_eq!(since_main(&folder), [], "the allowance stays, and is no finding");
    assert_eq!(folder.findings(&[]), found(&[("object-exists", "migrations/V1__twice.sql")]));
}

/// What the other branch got since this one left it is nothing that this one deleted, and its versions are taken.
#[test]
fn what_is_released_meanwhile_counts() {
    let folder = repository();
    git(folder.path(), &["checkout", "--quiet", "main"]);
    folder.write("migrations/V3__late.sql", "CREATE TABLE dbo.late (id INT NOT NULL);\n");
    folder.write("migrations/V4__same.sql", "CREATE TABLE dbo.same (id INT NOT NULL);\n");
    commit(&folder);
    git(folder.path(), &["checkout", "--quiet", "change"]);
    assert_eq!(since_main(&folder), [], "nothing is deleted");
    folder.write("migrations/V4__same.sql", "CREATE TABLE dbo.same (id INT NOT NULL);\n");
    folder.write("migrations/V5__next.sql", "CREATE TABLE dbo.next (id INT NOT NULL);\n");
    assert_eq!(since_main(&folder), [], "the same file, and one after it");
    folder.write("migrations/V3__other.sql", "CREATE TABLE dbo.other (id INT NOT NULL);\n");
    assert_eq!(since_main(&folder), found(&[("duplicate-version", "migrations/V3__other.sql")]));
    let text = folder.run(&["lint", "--git-base", "main"]).stdout;
    assert!(text.contains("`main` has `migrations/V3__late.sql`") && text.contains("a version after 4"), "{text}");
}

#[test]
fn files_that_cannot_be_used_are_told_when_they_are_new() {
    let folder = repository();
    folder.write("migrations/notes.sql", "");
    commit(&folder);
    assert_eq!(since_main(&folder), found(&[("file-name", "migrations/notes.sql")]));
    git(folder.path(), &["branch", "--force", "main"]);
    assert_eq!(since_main(&folder), []);
    folder.write("migrations/V2__again.sql", "SELECT 1;\n");
    assert!(since_main(&folder).contains(&("duplicate-version".to_owned(), "migrations/V2__fine.sql".to_owned())));
}

#[test]
fn a_project_may_lie_anywhere_in_the_repository_and_the_run_too() {
    let folder = Folder::new(&[("my db/migrations/V1__twice.sql", TWICE), ("my db/post-load/é.txt", ""), ("x/y", "")]);
    git(folder.path(), &["init", "--quiet", "--initial-branch", "main"]);
    commit(&folder);
    folder.write("my db/migrations/V2__é.sql", &TWICE.replace("twice", "two"));
    let told = |dir: &str, from: &str| {
        let mut command = folder.command(&["lint", "--git-base", "main", "--format", "github", "--dir", dir]);
        command.current_dir(folder.path().join(from)).env("GIT_DIR", ".git").env("GIT_INDEX_FILE", ".git/index");
        said(&mut command).stdout
    };
    for (dir, from) in [("my db", "."), (".", "my db"), ("../my db", "x")] {
        let text = told(dir, from);
        assert!(text.contains("::error file=my db/migrations/V2__é.sql,line=3,"), "{dir} from {from}: {text}");
        assert!(!text.contains("V1__twice.sql,"), "{dir} from {from}: {text}");
    }
}

/// A clone of depth 1 of a branch.
fn shallow(origin: &Folder, branch: &str) -> Folder {
    let clone = Folder::new(&[]);
    let url = format!("file://{}", origin.path().display());
    git(clone.path(), &["clone", "--quiet", "--depth=1", "--branch", branch, &url, "."]);
    clone
}

fn refused(folder: &Folder, reference: &str) -> Said {
    let said = folder.run(&["lint", &format!("--git-base={reference}")]);
    assert_eq!((said.code, said.stdout.as_str()), (64, ""), "{said:?}");
    said
}

#[test]
fn a_shallow_clone_works_when_it_has_enough_and_says_what_it_lacks() {
    let origin = repository();
    origin.write("migrations/V3__again.sql", FINE);
    commit(&origin);
    let clone = shallow(&origin, "change");
    let no_main = refused(&clone, "origin/main").stderr;
    assert!(no_main.contains("no commit `origin/main`") && no_main.contains("shallow"), "{no_main}");
    git(clone.path(), &["fetch", "--quiet", "--depth=1", "origin", "main:refs/remotes/origin/main"]);
    let expected = found(&[("object-exists", "migrations/V3__again.sql")]);
    assert_eq!(clone.findings(&["--git-base", "origin/main"]), expected, "main is the parent of HEAD");
    let wrong_name = refused(&clone, "main").stderr;
    assert!(wrong_name.contains("did you mean that?"), "{wrong_name}");

    origin.write("migrations/V4__more.sql", "SELECT 1;\n");
    commit(&origin);
    let clone = shallow(&origin, "change");
    git(clone.path(), &["fetch", "--quiet", "--depth=1", "origin", "main:refs/remotes/origin/main"]);
    let parted = refused(&clone, "origin/main").stderr;
    assert!(parted.contains("where `origin/main` and HEAD parted") && parted.contains("--unshallow"), "{parted}");
    git(clone.path(), &["fetch", "--quiet", "--unshallow", "origin"]);
    assert_eq!(clone.findings(&["--git-base", "origin/main"]), expected);
}

#[test]
fn what_is_missing_is_said() {
    let nowhere = Folder::project(&[]);
    let no_repository = refused(&nowhere, "main").stderr;
    assert!(no_repository.contains("git") && no_repository.contains("not a git repository"), "{no_repository}");
    git(nowhere.path(), &["init", "--quiet", "--initial-branch", "main"]);
    assert!(refused(&nowhere, "HEAD").stderr.contains("no commit `HEAD`"));
    let folder = repository();
    assert!(refused(&folder, "no-such").stderr.contains("no commit `no-such`"));
    assert!(refused(&folder, "--output=x").stderr.contains("no commit `--output=x`"));
    git(folder.path(), &["checkout", "--quiet", "--orphan", "other"]);
    folder.write("migrations/V3__more.sql", "SELECT 1;\n");
    commit(&folder);
    assert!(refused(&folder, "main").stderr.contains("nothing in common"));
    let mut command = folder.command(&["lint", "--git-base", "main"]);
    let without_git = said(command.env("PATH", ""));
    assert!(without_git.code == 64 && without_git.stderr.contains("could not be run"), "{without_git:?}");
    folder.write("q.sql", "SELECT 1;\n");
    let loose = folder.run(&["lint", "--git-base", "main", "q.sql"]);
    assert!(loose.code == 64 && loose.stderr.contains("for a project"), "{loose:?}");
}

/// That a name which a released file makes twice is told where a new file makes it once more.
#[test]
fn a_name_that_was_made_twice_is_told_in_a_new_file() {
    let folder = repository();
    let old = found(&[("object-exists", "migrations/V1__twice.sql")]);
    folder.write("migrations/V3__again.sql", "CREATE TABLE dbo.twice (id INT NOT NULL);\n");
    let new = found(&[("object-exists", "migrations/V3__again.sql")]);
    assert_eq!(since_main(&folder), new);
    assert_eq!(folder.findings(&[]), [&old[..], &new[..]].concat());
    folder.write("migrations/V3__again.sql", "DROP TABLE dbo.twice;\nGO\nCREATE TABLE dbo.twice (id INT NOT NULL);\n");
    assert!(since_main(&folder).iter().all(|(rule, _)| rule != "object-exists"), "it was taken away in between");
}
