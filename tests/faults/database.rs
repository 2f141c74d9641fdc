//! The answers of a database in which all goes well, except where a test says otherwise.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ragsql::db::apply::{self, Applied, ApplyOptions};
use ragsql::db::events::Event;
use ragsql::db::failure::Failed;
use ragsql::db::history::History;
use ragsql::db::post_load::{self, PostLoadOptions, PostLoadOutcome};
use ragsql::db::server::Connector;
use ragsql::db::{ConnectOptions, RunError, Server, Target};
use ragsql::name::Name;
use ragsql::source::{Migration, Project};

use crate::reply::{Reply, Value};
use crate::server::{Asked, FaultServer, Login};

/// The number that stands for the transaction of a session.
const TRANSACTION: u64 = 7;
/// ENVCHANGE types (MS-TDS 2.2.7.9).
pub const COMMITTED: u8 = 9;
pub const ROLLED_BACK: u8 = 10;

/// A row of a history table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    pub version: i64,
    pub name: String,
    pub checksum: String,
    pub state: String,
    pub batches_done: i64,
}

/// What the database holds.
#[derive(Debug, Default)]
pub struct Tables {
    /// The history; `None` when its table is missing.
    pub history: Option<Vec<Recorded>>,
    /// Vector indexes by name, on `dbo.c (e)`.
    pub indexes: Vec<String>,
    /// How many rows a guard finds.
    pub rows: i64,
    open: Option<Vec<Recorded>>,
}

/// What a test says otherwise; `None` leaves the answer to the database.
type Otherwise = dyn Fn(&str, &mut Tables) -> Option<Reply> + Send + Sync;

/// A server with a database behind it.
pub struct Database {
    pub server: FaultServer,
    pub tables: Arc<Mutex<Tables>>,
    pub connector: Connector,
    pub events: Vec<Event>,
}

impl Database {
    /// A database without history tables, where `otherwise` answers first.
    pub async fn start(otherwise: impl Fn(&str, &mut Tables) -> Option<Reply> + Send + Sync + 'static) -> Self {
        Self::with_logins(vec![Login::Accept], otherwise).await
    }

    /// The same, where each connection's login meets its own fate; the last one repeats.
    pub async fn with_logins(
        logins: Vec<Login>,
        otherwise: impl Fn(&str, &mut Tables) -> Option<Reply> + Send + Sync + 'static,
    ) -> Self {
        let tables = Arc::new(Mutex::new(Tables::default()));
        let (shared, otherwise) = (Arc::clone(&tables), Box::new(otherwise) as Box<Otherwise>);
        let server = FaultServer::with_logins(logins, move |sql| {
            let mut tables = shared.lock().expect("no test panics with it");
            otherwise(sql, &mut tables).unwrap_or_else(|| tables.answer(sql))
        })
        .await;
        let options = ConnectOptions {
            budget: Duration::from_secs(5),
            first_delay: Duration::from_millis(1),
            cancel_timeout: Duration::from_millis(200),
            ..ConnectOptions::default()
        };
        let target = Target::Server(Box::new(Server::loopback(server.port, "db")));
        let connector = Connector::new(&target, options).expect("a server is not reached yet");
        Self { server, tables, connector, events: Vec::new() }
    }

    /// A database in which everything goes well.
    pub async fn healthy() -> Self {
        Self::start(|_, _| None).await
    }

    /// The history's versions.
    pub fn recorded(&self) -> Vec<i64> {
        self.history().iter().map(|row| row.version).collect()
    }

    /// The history's rows.
    pub fn history(&self) -> Vec<Recorded> {
        self.tables.lock().expect("no test panics with it").history.clone().unwrap_or_default()
    }

    /// What was sent, without the questions that change nothing.
    pub fn changes(&self) -> Vec<String> {
        let is_question =
            |sql: &str| ["SELECT", "SET LOCK_TIMEOUT", "DECLARE @code"].iter().any(|start| sql.starts_with(start));
        self.server.batches().into_iter().filter(|sql| !is_question(sql)).collect()
    }

    /// How many sessions were opened.
    pub fn sessions(&self) -> usize {
        self.server.asked().iter().filter(|asked| matches!(asked, Asked::Login { .. })).count()
    }

    /// Runs the migrations.
    pub async fn apply(&mut self, files: &[Migration], options: &ApplyOptions) -> Result<Applied, RunError> {
        let events = &mut self.events;
        let mut listen = |event: &Event| events.push(event.clone());
        apply::apply(&self.connector, files, options, None, &mut listen).await
    }

    /// Runs the migrations and gives the error.
    pub async fn fail(&mut self, files: &[Migration]) -> RunError {
        self.apply(files, &options()).await.expect_err("the run fails")
    }

    /// Runs the migrations and gives the file that failed.
    pub async fn failed(&mut self, files: &[Migration]) -> Box<Failed> {
        match self.fail(files).await {
            RunError::Failed { failed, .. } => failed,
            other => panic!("another error: {other}"),
        }
    }

    /// Runs the guarded phase.
    pub async fn guarded(
        &mut self,
        files: &[Migration],
        options: &PostLoadOptions,
    ) -> Result<PostLoadOutcome, RunError> {
        let events = &mut self.events;
        let mut listen = |event: &Event| events.push(event.clone());
        let files: Vec<&Migration> = files.iter().collect();
        post_load::apply(&self.connector, &files, options, &mut listen).await
    }

    /// Whether something of this kind was sent.
    pub fn was_sent(&self, part: &str) -> bool {
        self.server.batches().iter().any(|sql| sql.contains(part))
    }
}

impl Tables {
    /// The transaction is gone with its session.
    pub fn lose_session(&mut self) {
        self.open = None;
    }

    /// The transaction is committed.
    pub fn commit(&mut self) {
        let rows = self.open.take().unwrap_or_default();
        self.history.get_or_insert_default().extend(rows);
    }

    fn answer(&mut self, sql: &str) -> Reply {
        let ends = |end: &str| sql.trim_end().ends_with(end);
        if sql.contains("AS login, CAST(@@SPID") {
            let columns = ["server", "db", "edition", "version", "login", "session_id"];
            let row = vec!["srv".into(), "db".into(), 5.into(), "12.0".into(), "dba".into(), 51.into()];
            Reply::table(&columns, &[row])
        } else if sql.contains("HAS_PERMS_BY_NAME") {
            let id = if self.history.is_some() { 1.into() } else { Value::Null };
            Reply::table(&["id", "may_select", "may_alter", "may_view"], &[vec![id, 1.into(), 1.into(), 1.into()]])
        } else if sql.contains("FROM [dbo].[h] ORDER BY") {
            self.read()
        } else if sql.contains(" AS checksums ") {
            self.seal(sql)
        } else if sql.starts_with("CREATE TABLE [dbo].[h]") {
            self.history = Some(Vec::new());
            Reply::ok()
        } else if sql.contains("applock") {
            Reply::table(&["code"], &[vec![0.into()]])
        } else if ends("BEGIN TRANSACTION") {
            self.open = Some(Vec::new());
            Reply::new().begin(TRANSACTION).done()
        } else if sql == "COMMIT TRANSACTION" {
            self.commit();
            Reply::new().end(COMMITTED, TRANSACTION).done()
        } else if sql.starts_with("IF @@TRANCOUNT > 0 ROLLBACK") {
            self.roll_back(sql)
        } else if sql.contains("XACT_STATE()") {
            let depth = i64::from(self.open.is_some());
            crate::reply::session_state(depth, depth, "DB", "Exclusive")
        } else if sql.contains("AS n FROM (SELECT") {
            Reply::table(&["n"], &[vec![self.rows.into()]])
        } else if sql.contains("sys.vector_indexes") {
            self.built()
        } else if sql.contains("AS table_id") {
            let columns = ["table_id", "n_columns", "n_clustered", "policy"];
            Reply::table(&columns, &[vec![5.into(), 1.into(), 1.into(), Value::Null]])
        } else if let Some((_, tail)) = sql.split_once("CREATE VECTOR INDEX ") {
            self.indexes.extend(tail.split(' ').next().map(str::to_owned));
            Reply::ok()
        } else {
            self.write(sql)
        }
    }

    fn read(&self) -> Reply {
        let columns =
            ["version", "name", "checksum", "state", "batches_done", "applied_on", "applied_by", "duration_ms"];
        let row = |row: &Recorded| {
            let text = |text: &str| Value::from(text);
            let (on, by) = ("2026-01-31T12:00:00.000", "ann");
            let (done, took) = (row.batches_done.into(), 3.into());
            vec![
                row.version.into(),
                text(&row.name),
                text(&row.checksum),
                text(&row.state),
                done,
                on.into(),
                by.into(),
                took,
            ]
        };
        Reply::table(&columns, &self.history.iter().flatten().map(row).collect::<Vec<_>>())
    }

    /// What the rows come to, but for that of the version at the end.
    fn seal(&self, sql: &str) -> Reply {
        let rows = || self.history.iter().flatten().filter(|row| !sql.ends_with(&format!("<> {}", row.version)));
        let sum = |number: fn(&Recorded) -> i128| rows().map(number).sum::<i128>().to_string();
        let (count, applied) = (rows().count() as i64, rows().filter(|row| row.state == "applied").count() as i64);
        let versions = sum(|row| i128::from(row.version));
        let checksums = sum(|row| row.checksum.parse().expect("a number"));
        let columns = ["n", "applied", "versions", "checksums"];
        Reply::table(
            &columns,
            &[vec![count.into(), applied.into(), versions.as_str().into(), checksums.as_str().into()]],
        )
    }

    fn built(&self) -> Reply {
        let columns = ["schema_name", "table_name", "index_name", "column_name", "metric", "index_type", "format"];
        let row = |name: &String| ["dbo", "c", name, "e", "cosine", "diskann", "3"].map(Value::from).to_vec();
        Reply::table(&columns, &self.indexes.iter().map(row).collect::<Vec<_>>())
    }

    fn roll_back(&mut self, sql: &str) -> Reply {
        let was_open = self.open.take().is_some();
        if let Some((_, delete)) = sql.split_once("; ") {
            self.write(delete);
        }
        if was_open { Reply::new().end(ROLLED_BACK, TRANSACTION).done() } else { Reply::ok() }
    }

    /// Writes to the history are carried out; everything else succeeds.
    fn write(&mut self, sql: &str) -> Reply {
        let written = Reply::table(&["n"], &[vec![1.into()]]);
        if let Some((_, values)) =
            sql.split_once("INSERT INTO [dbo].[h]").and_then(|(_, tail)| tail.split_once("VALUES ("))
        {
            let fields: Vec<&str> = values.split(", ").map(|field| field.trim_matches(['N', '\''])).collect();
            let row = Recorded {
                version: fields[0].parse().expect("a version"),
                name: fields[1].to_owned(),
                checksum: fields[2].to_owned(),
                state: fields[3].to_owned(),
                batches_done: fields[4].parse().expect("a number"),
            };
            self.open.as_mut().unwrap_or_else(|| self.history.get_or_insert_default()).push(row);
            return written;
        }
        let Some((head, tail)) = sql.split_once(" WHERE version = ") else { return Reply::ok() };
        let version: String = tail.chars().take_while(char::is_ascii_digit).collect();
        let rows = self.history.get_or_insert_default();
        if head.contains("DELETE FROM [dbo].[h]") {
            rows.retain(|row| row.version.to_string() != version);
        }
        for row in rows.iter_mut().filter(|row| row.version.to_string() == version) {
            let after = |word: &str| head.split_once(word).map(|(_, tail)| tail.split([',', ' ']).next().unwrap_or(""));
            let text = |found: &str| found.trim_matches(['N', '\'']).to_owned();
            row.state = after("state = ").map_or(row.state.clone(), text);
            row.checksum = after("checksum = ").map_or(row.checksum.clone(), text);
            row.batches_done = after("batches_done = ").map_or(row.batches_done, |n| n.parse().expect("a number"));
        }
        written
    }
}

/// Migrations from their names and texts.
pub fn migrations(files: &[(&str, &str)]) -> Vec<Migration> {
    let paths: Vec<String> = files.iter().map(|(name, _)| format!("migrations/{name}.sql")).collect();
    Project::from_texts(paths.iter().zip(files).map(|(path, (_, text))| (path.as_str(), *text))).migrations
}

/// Post-load files from their names and texts.
pub fn post_load(files: &[(&str, &str)]) -> Vec<Migration> {
    let paths: Vec<String> = files.iter().map(|(name, _)| format!("post-load/{name}.sql")).collect();
    Project::from_texts(paths.iter().zip(files).map(|(path, (_, text))| (path.as_str(), *text))).post_load
}

pub fn history() -> History {
    History { table: Name::dbo("h") }
}

/// The options of every test where it does not say otherwise.
pub fn options() -> ApplyOptions {
    ApplyOptions { history: history(), to_version: None, lock_timeout: Duration::from_millis(50), timeout: None }
}

/// The same for the guarded phase.
pub fn post_load_options() -> PostLoadOptions {
    PostLoadOptions {
        history: history(),
        wait: None,
        poll: Duration::from_millis(5),
        lock_timeout: Duration::from_millis(50),
        timeout: None,
        counts_rows: true,
        refuses_policy: true,
        phantom_pauses: vec![Duration::from_millis(1); 3],
    }
}
