//! `--fix`: which files are edited, and how their bytes stay what they were otherwise.

use std::fs;

use super::folder::{Folder, said};
use super::git::{found, git, repository};

const GO: &str = "CREATE TABLE dbo.é (id INT NOT NULL);\r\nGO;\r\nSELECT 1;\r\n";

fn utf16(text: &str) -> Vec<u8> {
    [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
}

#[test]
fn files_keep_their_encoding_and_line_ends() {
    let folder = Folder::project(&[]);
    let path = folder.path().join("migrations/V1__a.sql");
    fs::write(&path, utf16(GO)).expect("written");
    let shown = folder.run(&["lint", "--fix", "--dry-run"]);
    assert_eq!(shown.code, 1, "{shown:?}");
    assert!(shown.stderr.contains("-GO;") && shown.stderr.contains("+GO"), "{shown:?}");
    assert_eq!(fs::read(&path).expect("readable"), utf16(GO), "nothing is done in a dry run");
    let fixed = folder.run(&["lint", "--fix"]);
    assert_eq!((fixed.code, fixed.stderr.as_str()), (0, "migrations/V1__a.sql: 1 fixed\n"));
    assert_eq!(fs::read(&path).expect("readable"), utf16(&GO.replace("GO;", "GO")));
    let again = folder.run(&["lint", "--fix"]);
    assert_eq!((again.code, again.stderr.as_str()), (0, ""));
}

#[test]
fn one_fix_may_bring_the_next_to_light() {
    let folder = Folder::project(&[]);
    let views =
        "SELECT 1;\nCREATE VIEW dbo.a AS SELECT 1 AS one;\nGO;\nSELECT 2;\nCREATE VIEW dbo.b AS SELECT 1 AS one;\n";
    folder.write("migrations/V1__a.sql", views);
    assert_eq!(folder.run(&["lint", "--fix", "--fail-on", "info"]).code, 0);
    let text = fs::read_to_string(folder.path().join("migrations/V1__a.sql")).expect("readable");
    assert_eq!(text, views.replace("GO;", "GO").replace("CREATE", "GO\nCREATE"));
}

#[test]
fn only_what_was_asked_for_is_edited() {
    let folder = Folder::project(&[("migrations/V1__a.sql", GO), ("post-load/V1__b.sql", GO), ("q/c.sql", GO)]);
    assert_eq!(folder.run(&["lint", "--fix", "post-load"]).stderr, "post-load/V1__b.sql: 1 fixed\n");
    assert_eq!(folder.run(&["lint", "--fix", "q"]).stderr, "q/c.sql: 1 fixed\n");
    assert_eq!(fs::read_to_string(folder.path().join("migrations/V1__a.sql")).expect("readable"), GO);
    let mut command = folder.command(&["lint", "--fix", "-"]);
    assert_eq!(said(command.write_stdin(GO)).code, 64);
}

#[test]
fn released_files_are_not_edited() {
    let folder = repository();
    let old = "migrations/V2__fine.sql";
    folder.write(old, "CREATE TABLE dbo.fine (id INT NOT NULL);\nGO;\nSELECT 1;\n");
    folder.write("migrations/V3__new.sql", &GO.replace("dbo.é", "dbo.new"));
    assert_eq!(folder.run(&["lint", "--fix", "--git-base", "main"]).stderr, "migrations/V3__new.sql: 1 fixed\n");
    let left = folder.findings(&["--git-base", "main"]);
    assert_eq!(left, found(&[("batch-separator", old), ("released-file-changed", old)]));
    git(folder.path(), &["checkout", "--quiet", "--", old]);
    assert_eq!(folder.findings(&["--git-base", "main"]), []);
}
