//! A temporary folder, and what the binary says in it.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// A folder with files, given by their paths and texts.
pub struct Folder(TempDir);

/// What a run left: the exit code, stdout and stderr.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(TempDir::new().expect("a temporary folder"));
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    /// A folder with an empty `migrations/` and `post-load/` besides the files.
    pub fn project(files: &[(&str, &str)]) -> Self {
        let folder = Self::new(files);
        for name in ["migrations", "post-load"] {
            fs::create_dir_all(folder.path().join(name)).expect("made");
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    /// The binary in this folder, with nothing of this machine's environment that it would read.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::cargo_bin("ragsql").expect("the binary is built");
        command.current_dir(self.path()).args(args);
        for variable in ["RAGSQL_URL", "DATABASE_URL", "RAGSQL_ENGINE", "GITHUB_STEP_SUMMARY"] {
            command.env_remove(variable);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Said {
        said(&mut self.command(args))
    }

    /// Rules and paths of the findings, in order.
    pub fn findings(&self, args: &[&str]) -> Vec<(String, String)> {
        let said = self.run(&[&["lint", "--format", "json"], args].concat());
        let document: Value = serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"));
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let findings = document["findings"].as_array().expect("findings");
        findings.iter().map(|finding| (text(&finding["rule"]), text(&finding["file"]))).collect()
    }
}

pub fn said(command: &mut Command) -> Said {
    let output = command.output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    Said { code: output.status.code().expect("an exit code"), stdout: text(output.stdout), stderr: text(output.stderr) }
}
