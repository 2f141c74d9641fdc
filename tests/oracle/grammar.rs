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
        text(&output.stdout) + &text(&output.stderr)
    }
}

/// `maxdop: 7.sql: could not be parsed, …`.
fn refusal(line: &str) -> Option<(usize, String)> {
    let (file, why) = line.strip_prefix("maxdop: ")?.split_once(".sql: could not be parsed")?;
    let why = why.split_once(". ").map_or(why, |(_, why)| why);
    Some((file.parse().ok()?, why.to_owned()))
}
