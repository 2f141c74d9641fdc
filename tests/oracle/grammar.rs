//! Asking the grammar.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The binary that parses T-SQL as ScriptDom does.
pub struct Grammar {
    binary: PathBuf,
}

impl Grammar {
    /// The binary, if it is there; says so when it is not.
    pub fn find() -> Option<Self> {
        let named = std::env::var_os("RAGSQL_MAXDOP").map(PathBuf::from);
        let binary = named.unwrap_or_else(|| PathBuf::from("target/maxdop/bin/maxdop"));
        match fs::canonicalize(&binary) {
            Ok(binary) => Some(Self { binary }),
            Err(_) => {
                println!("skipped: {} is not there (see .ci/run, or set RAGSQL_MAXDOP)", binary.display());
                None
            }
        }
    }

    /// Which of the texts, each one batch, are no T-SQL, and why.
    pub fn refused(&self, texts: &[String]) -> BTreeMap<usize, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let settings = r#"{"initialQuotedIdentifiers": true}"#;
        fs::write(folder.path().join(".maxdop.json"), settings).expect("the settings are written");
        for (index, text) in texts.iter().enumerate() {
            fs::write(folder.path().join(format!("{index}.sql")), text).expect("a text is written");
        }
        let said = self.run(folder.path(), texts.len());
        said.split('\n').filter_map(refusal).collect()
    }

    fn run(&self, folder: &Path, files: usize) -> String {
        let mut command = Command::new(&self.binary);
        command.args(["--check", "--files-from", "-"]).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let mut stdin = child.stdin.take().expect("its input is open");
        let names: String = (0..files).map(|index| format!("{index}.sql\0")).collect();
        let writer = std::thread::spawn(move || stdin.write_all(names.as_bytes()));
        let output = child.wait_with_output().expect("the binary ends");
        writer.join().expect("the writer ends").expect("the names are read");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let said = text(&output.stdout) + &text(&output.stderr);
        let judged = is_answer(output.status.code(), &said);
        assert!(judged, "the grammar did not answer: {}\n{said}", output.status);
        said
    }
}

/// Whether the grammar judged every text: 0 for "all are as they should be", 1 for "some are not T-SQL, or would be
/// formatted", 2 when its formatter does not trust itself, which is no matter of ours. A crash has another status, or none.
fn is_answer(code: Option<i32>, said: &str) -> bool {
    match code {
        Some(0) => true,
        Some(1) => said.contains("maxdop: "),
        Some(2) => said.contains("failed verification"),
        _ => false,
    }
}

#[test]
fn a_grammar_that_breaks_down_is_no_grammar_that_agrees() {
    assert!(is_answer(Some(0), "") && is_answer(Some(1), "maxdop: 0.sql would be reformatted"));
    assert!(is_answer(Some(2), "maxdop: 0.sql failed verification"));
    assert!(!is_answer(Some(1), "") && !is_answer(Some(2), "maxdop: 9.sql: no such file or directory."));
    assert!(!is_answer(Some(134), "maxdop: ") && !is_answer(None, "maxdop: 0.sql would be reformatted"));
}

/// The same over a process that is killed at its work.
#[cfg(unix)]
#[test]
#[should_panic(expected = "the grammar did not answer")]
fn a_grammar_that_is_killed_fails_the_test() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let binary = folder.path().join("maxdop");
    fs::write(&binary, "#!/bin/sh\ncat > /dev/null\nkill -9 $$\n").expect("the script is written");
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).expect("it can be run");
    Grammar { binary }.refused(&["SELECT 1".to_owned()]);
}

/// `maxdop: 7.sql: could not be parsed, …`.
fn refusal(line: &str) -> Option<(usize, String)> {
    let (file, why) = line.strip_prefix("maxdop: ")?.split_once(".sql: could not be parsed")?;
    let why = why.split_once(". ").map_or(why, |(_, why)| why);
    Some((file.parse().ok()?, why.to_owned()))
}
