//! The real binary in a folder of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::{ConnectOptions, Target};
use tempfile::TempDir;

/// The database of a folder, for the binary.
pub const URL: &str = "sandbox:work.db";

/// The database of a folder, for a test.
pub fn file_of(dir: &TempDir) -> Target {
    Target::Sandbox(Some(dir.path().join("work.db")))
}

/// A project of files, given by their paths and texts.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    for folder in ["migrations", "post-load"] {
        std::fs::create_dir(dir.path().join(folder)).expect("the folder is new");
    }
    for (path, text) in files {
        std::fs::write(dir.path().join(path), text).expect("it can be written");
    }
    dir
}

/// The binary, with nothing of this machine's environment that it would read.
pub fn ragsql(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragsql"));
    for variable in ["RAGSQL_URL", "DATABASE_URL", "RAGSQL_PASSWORD", "RAGSQL_ACCESS_TOKEN", "RAGSQL_ENGINE"] {
        command.env_remove(variable);
    }
    command.current_dir(dir).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit code, stdout and stderr of a run to its end.
pub fn run(dir: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = ragsql(dir, args).output().expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Exit code, stdout and stderr of a command on the folder's database.
pub fn on_file(dir: &TempDir, args: &[&str]) -> (i32, String, String) {
    let (code, stdout, stderr) = run(dir.path(), &[args, &["--url", URL]].concat());
    (code.expect("a code"), stdout, stderr)
}

/// Writes a file of the project.
pub fn write(dir: &TempDir, path: &str, text: &str) {
    std::fs::write(dir.path().join(path), text).expect("it can be written");
}

/// Sends a batch to the folder's database, which is made where it is missing.
pub fn query(dir: &TempDir, sql: &str) {
    let database = Database::new(&file_of(dir), ConnectOptions::default()).expect("the database is whole");
    database.query(sql, &mut |_: &Event| {}).expect("the statement is good");
}

/// A server on the folder's database in a process of its own, and where it is.
pub fn serve(dir: &TempDir) -> (Running, String) {
    let mut server = Running::start(dir.path(), &["sandbox", "--file", "work.db"]);
    let url = server.line().expect("the first line is the URL").trim().to_owned();
    (server, url)
}

/// A process that tells what it does, line by line.
pub struct Running {
    pub child: Child,
    pub lines: BufReader<ChildStdout>,
}

impl Running {
    pub fn start(dir: &Path, args: &[&str]) -> Self {
        let mut child = ragsql(dir, args).stderr(Stdio::null()).spawn().expect("the binary starts");
        let lines = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, lines }
    }

    /// The next line; `None` when there are no more.
    pub fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.lines.read_line(&mut line).expect("it can be read");
        (length > 0).then_some(line)
    }

    /// Reads up to a line that holds this.
    pub fn until(&mut self, part: &str) {
        while !self.line().unwrap_or_else(|| panic!("no line with {part}")).contains(part) {}
    }

    /// Kills the process (SIGKILL).
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }
}
