//! A place to run in: the embedded engine in memory, or a schema of its own on a server.

use std::time::Duration;

use ragsql::db::apply::{Applied, ApplyOptions};
use ragsql::db::database::Database;
use ragsql::db::events::Event;
use ragsql::db::history::History;
use ragsql::db::post_load::{PostLoadOptions, PostLoadOutcome};
use ragsql::db::repair::{Mend, MendAction};
use ragsql::db::state::State;
use ragsql::db::{ConnectOptions, RunError, Target};
use ragsql::name::Name;
use ragsql::source::{Migration, Project};

/// How long a run waits for another one.
const PATIENCE: Duration = Duration::from_secs(30);

/// A schema in a database; its name stands for `{s}` in every text.
pub struct Place {
    pub database: Database,
    pub schema: String,
    pub events: Vec<Event>,
}

impl Place {
    /// An engine of its own, in memory.
    pub fn sandbox() -> Self {
        Self::at(&Target::Sandbox(None), "work")
    }

    /// A schema that is made; `drop` takes it away with all that is in it.
    pub fn at(target: &Target, schema: &str) -> Self {
        let options = ConnectOptions { budget: Duration::from_secs(20), ..ConnectOptions::default() };
        let database = Database::new(target, options).expect("the target is good");
        let mut place = Self { database, schema: schema.to_owned(), events: Vec::new() };
        place.query("CREATE SCHEMA {s}");
        place
    }

    /// A text with the schema's name in it.
    pub fn text(&self, text: &str) -> String {
        text.replace("{s}", &self.schema)
    }

    /// Migrations, or post-load files, from their names and texts.
    pub fn files(&self, folder: &str, files: &[(&str, &str)]) -> Vec<Migration> {
        let files: Vec<(String, String)> =
            files.iter().map(|(name, text)| (format!("{folder}/{name}.sql"), self.text(text))).collect();
        let project = Project::from_texts(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        assert!(project.problems.is_empty(), "{:?}", project.problems);
        if folder == "migrations" { project.migrations } else { project.post_load }
    }

    pub fn history(&self) -> History {
        History { table: Name::new(&self.schema, "history") }
    }

    pub fn options(&self) -> ApplyOptions {
        ApplyOptions { history: self.history(), to_version: None, lock_timeout: PATIENCE, timeout: None }
    }

    /// Runs migrations.
    pub fn apply(&mut self, files: &[(&str, &str)]) -> Result<Applied, RunError> {
        self.apply_to(files, None)
    }

    /// Runs migrations up to a version.
    pub fn apply_to(&mut self, files: &[(&str, &str)], to_version: Option<i64>) -> Result<Applied, RunError> {
        let files = self.files("migrations", files);
        let options = ApplyOptions { to_version, ..self.options() };
        self.run(&files, &options)
    }

    /// Runs files that are read already.
    pub fn apply_files(&mut self, files: &[Migration]) -> Result<Applied, RunError> {
        self.run(files, &self.options())
    }

    fn run(&mut self, files: &[Migration], options: &ApplyOptions) -> Result<Applied, RunError> {
        let events = &mut self.events;
        self.database.apply(files, options, &mut |event: &Event| events.push(event.clone()))
    }

    /// Runs migrations that have to fail; gives the message.
    pub fn fail(&mut self, files: &[(&str, &str)]) -> String {
        self.apply(files).expect_err("the run fails").to_string()
    }

    /// Version and state of each migration.
    pub fn status(&mut self, files: &[(&str, &str)]) -> Vec<(i64, State)> {
        let files = self.files("migrations", files);
        let options = self.post_load_options();
        let project = Project { migrations: files, ..Project::default() };
        let status = self.database.status(&project, &self.history(), &options, &mut |_: &Event| {});
        let status = status.expect("the server answers");
        status.migrations.iter().map(|file| (file.version, file.state)).collect()
    }

    /// Mends an entry.
    pub fn mend(&mut self, files: &[(&str, &str)], version: i64, action: MendAction) -> Result<String, RunError> {
        let files = self.files("migrations", files);
        let mend = Mend { version, action, reason: "it's a test" };
        self.database.mend(&files, &self.history(), &mend, PATIENCE, &mut |_: &Event| {})
    }

    /// Records migrations without running them.
    pub fn baseline(&mut self, files: &[(&str, &str)], to_version: i64) -> Result<Vec<i64>, RunError> {
        let files = self.files("migrations", files);
        self.database.baseline(&files, &self.history(), to_version, PATIENCE, &mut |_: &Event| {})
    }

    pub fn post_load_options(&self) -> PostLoadOptions {
        PostLoadOptions {
            history: History { table: Name::new(&self.schema, "post_load") },
            wait: None,
            poll: Duration::from_millis(20),
            lock_timeout: PATIENCE,
            timeout: None,
            counts_rows: true,
            refuses_policy: true,
            phantom_pauses: Vec::new(),
        }
    }

    /// Runs the guarded phase.
    pub fn post_load(&mut self, files: &[(&str, &str)], wait: Option<Duration>) -> Result<PostLoadOutcome, RunError> {
        let files = self.files("post-load", files);
        let files: Vec<&Migration> = files.iter().collect();
        let options = PostLoadOptions { wait, ..self.post_load_options() };
        let events = &mut self.events;
        self.database.post_load(&files, &options, &mut |event: &Event| events.push(event.clone()))
    }

    /// Sends a batch that has to succeed.
    pub fn query(&mut self, sql: &str) -> Vec<ragsql::db::Row> {
        let sql = self.text(sql);
        self.database.query(&sql, &mut |_: &Event| {}).unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// The number that a query gives as `n`.
    pub fn number(&mut self, sql: &str) -> i64 {
        self.query(sql)[0].get("n").expect("a number")
    }

    /// Whether a table is there.
    pub fn has_table(&mut self, table: &str) -> bool {
        let sql =
            format!("SELECT CAST(CASE WHEN OBJECT_ID(N'{{s}}.{table}', N'U') IS NULL THEN 0 ELSE 1 END AS int) AS n");
        self.number(&sql) == 1
    }

    /// How many rows a table of the place has.
    pub fn rows(&mut self, table: &str) -> i64 {
        self.number(&format!("SELECT CAST(COUNT(*) AS int) AS n FROM {{s}}.{table}"))
    }

    /// The versions that the history has, in order.
    pub fn recorded(&mut self) -> Vec<i64> {
        let rows = self.query("SELECT CAST(version AS bigint) AS n FROM {s}.history ORDER BY version");
        rows.iter().map(|row| row.get("n").expect("a number")).collect()
    }
}
