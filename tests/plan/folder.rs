//! The real binary in a folder of files that one text holds.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// A project of a text that `-- file:` lines cut into files.
pub fn project(text: &str) -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    for folder in ["migrations", "post-load"] {
        fs::create_dir(dir.path().join(folder)).expect("the folder is new");
    }
    add(&dir, text);
    dir
}

/// Adds the files of such a text.
pub fn add(dir: &TempDir, text: &str) {
    for file in text.split("-- file: ").skip(1) {
        let (path, body) = file.split_once('\n').expect("a file has a name");
        fs::write(dir.path().join(path.trim()), body).expect("the file can be written");
    }
}

/// Exit code, stdout and stderr.
pub fn run(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("ragsql").expect("the binary is built");
    for variable in ["RAGSQL_URL", "DATABASE_URL", "RAGSQL_ENGINE"] {
        command.env_remove(variable);
    }
    let output = command.current_dir(dir).args(args).output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}
