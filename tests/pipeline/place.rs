//! A project with its database in a folder of its own, and what its database holds.

use std::fs;

use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::{ConnectOptions, Row};
use serde_json::Value;
use tempfile::TempDir;

use crate::process::{URL, file_of, ragsql, run};

/// The variable that holds the key of the endpoint, and the key.
pub const VARIABLE: &str = "PIPELINE_KEY";
pub const KEY: &str = "hunter2-hunter2";

/// A project that `ragsql init` wrote with these flags, applied.
pub struct Place {
    pub dir: TempDir,
}

impl Place {
    pub fn new(init: &[&str]) -> Self {
        let place = Self { dir: TempDir::new().expect("a folder") };
        place.done(&[&["init", "."], init].concat());
        place.done(&["apply", "--quiet", "--url", URL]);
        place
    }

    /// One whose vectors come from the local embedder.
    pub fn local() -> Self {
        let place = Self::new(&["--model", "ragsql-local-demo", "--dims", "64"]);
        place.settings(|settings| settings.replace("source = \"database\"", "source = \"local\""));
        place
    }

    /// One whose vectors come from an endpoint.
    pub fn with_endpoint(address: &str) -> Self {
        let place = Self::new(&["--model", "a-model", "--dims", "64"]);
        let lines =
            format!("source = \"openai\"\nendpoint = \"{address}\"\nkey-variable = \"{VARIABLE}\"\nconcurrency = 1");
        place.settings(|settings| settings.replace("source = \"database\"", &lines));
        place
    }

    /// Cuts its documents into chunks of at most so many characters from now on, and repeats nothing.
    pub fn cut_at(&self, size: usize) {
        self.settings(|settings| format!("{settings}\n[chunking]\nsize = {size}\noverlap = 0\n"));
        self.json(0, &["ingest", "--rechunk"]);
    }

    /// Changes `ragsql.toml`.
    pub fn settings(&self, change: impl Fn(String) -> String) {
        let path = self.dir.path().join("ragsql.toml");
        let before = fs::read_to_string(&path).expect("init wrote it");
        let after = change(before.clone());
        assert_ne!(before, after, "the change changes something");
        fs::write(path, after).expect("it can be written");
    }

    /// Writes a file, with its folders.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.dir.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.dir.path().join(path)).expect("it is there");
    }

    /// Exit code, stdout and stderr of a command on the place's database. The key is never in what it says.
    pub fn run(&self, args: &[&str]) -> (i32, String, String) {
        let mut command = ragsql(self.dir.path(), &[args, &["--url", URL]].concat());
        let output = command.env(VARIABLE, KEY).output().expect("the binary runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        assert!(!stdout.contains(KEY) && !stderr.contains(KEY), "{stdout}{stderr}");
        (output.status.code().expect("a code"), stdout, stderr)
    }

    /// The JSON of a command that ends with this code.
    pub fn json(&self, code: i32, args: &[&str]) -> Value {
        let (found, stdout, stderr) = self.run(&[args, &["--format", "json"]].concat());
        assert_eq!(found, code, "{args:?}: {stdout}{stderr}");
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}"))
    }

    /// What is said on stderr by a command that ends with this code.
    pub fn refused(&self, code: i32, args: &[&str]) -> String {
        let (found, stdout, stderr) = self.run(args);
        assert_eq!(found, code, "{args:?}: {stdout}{stderr}");
        stderr
    }

    fn done(&self, args: &[&str]) {
        let (code, stdout, stderr) = run(self.dir.path(), args);
        assert_eq!(code, Some(0), "{args:?}: {stdout}{stderr}");
    }

    /// The rows of a query as tenant 1, every cell shown.
    pub fn rows(&self, sql: &str) -> Vec<String> {
        let rows = self.query(&format!("EXEC sp_set_session_context N'tenant_id', 1;\n{sql}"));
        rows.iter().map(|row: &Row| format!("{:?}", row.cells())).collect()
    }

    /// A number that a query gives as `n`.
    pub fn number(&self, sql: &str) -> i64 {
        self.query(sql)[0].get("n").expect("a number")
    }

    fn query(&self, sql: &str) -> Vec<Row> {
        let database = Database::new(&file_of(&self.dir), ConnectOptions::default()).expect("the database is whole");
        database.query(sql, &mut |_: &Event| {}).unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// How many chunks wait for a vector.
    pub fn pending(&self) -> i64 {
        self.number("SELECT COUNT(*) AS n FROM dbo.document_chunks WHERE embedded_at IS NULL")
    }
}
