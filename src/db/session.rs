//! A session: the only place that sends requests to a server.
//!
//! Every request is a plain SQL batch, and every reply is read to its end. The connection is taken out
//! while a request runs and put back only after a complete reply, so a broken one can never be used again,
//! not even when the caller's future is dropped half way.

use std::fmt;
use std::pin::pin;
use std::time::Duration;

use futures_util::TryStreamExt;
use tiberius::{Client, QueryItem};
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_util::compat::Compat;
use tracing::Dispatch;
use tracing::instrument::WithSubscriber;

use super::capture::Heard;
use super::connect::{self, ConnectError, ConnectOptions, Retry};
use super::error::{BatchError, ServerError};
use super::lock::RESOURCE;
use super::reply::{Said, Sets};
use super::row::{Row, RowError};
use super::url::Server;

/// The driver's connection.
pub(super) type Connection = Client<Compat<TcpStream>>;

/// Something that the server says without failing: `PRINT`, a warning, `RAISERROR` up to severity 10.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The text. The driver does not tell the number or the line.
    pub text: String,
}

/// What a batch did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BatchOutcome {
    /// The rows each statement touched or returned, for the statements that the server counted, in order.
    pub row_counts: Vec<u64>,
}

/// What a batch did to the transaction that it was sent in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ending {
    /// It did not end it.
    #[default]
    None,
    /// It was rolled back, and no rows were read or written after that.
    RolledBack,
    /// It was committed, or work went on after it was rolled back.
    Escaped,
}

/// What `@@TRANCOUNT`, `XACT_STATE()`, `DB_NAME()` and `APPLOCK_MODE` say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionState {
    /// `@@TRANCOUNT`: how many transactions are open in one another.
    pub depth: i64,
    /// `XACT_STATE()`: 1 can be committed, 0 there is none, -1 can only be rolled back.
    pub state: i64,
    /// The session's database.
    pub database: String,
    /// Whether the session holds the lock of a run in this database.
    pub holds_lock: bool,
}

/// Who and where a session is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFacts {
    /// `@@SERVERNAME`.
    pub server: String,
    /// The current database.
    pub database: String,
    /// `SERVERPROPERTY('EngineEdition')`: 5 is Azure SQL Database.
    pub engine_edition: i64,
    /// `SERVERPROPERTY('ProductVersion')`, such as `12.0.2000.8`.
    pub product_version: String,
    /// `SUSER_SNAME()`.
    pub login: String,
    /// `@@SPID`.
    pub session_id: i64,
}

/// A question of ragsql's own does not wait for another session's lock for ever (Msg 1222); a file does.
const FACTS: &str = "\
SELECT CAST(@@SERVERNAME AS nvarchar(256)) AS server, CAST(DB_NAME() AS nvarchar(128)) AS db,
  CAST(SERVERPROPERTY('EngineEdition') AS int) AS edition,
  CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)) AS version,
  CAST(SUSER_SNAME() AS nvarchar(128)) AS login, CAST(@@SPID AS int) AS session_id";

const TRANSACTION_STATE: &str = "\
SELECT CAST(@@TRANCOUNT AS int) AS depth, CAST(XACT_STATE() AS int) AS state, CAST(DB_NAME() AS nvarchar(128)) AS db";

/// A logged-in connection.
pub struct Session {
    connection: Option<Connection>,
    capture: Dispatch,
    heard: UnboundedReceiver<Heard>,
    ending: Ending,
    database: Option<String>,
    cancel_timeout: Duration,
    lock_timeout: Duration,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("is_alive", &self.is_alive()).finish_non_exhaustive()
    }
}

impl Session {
    /// Connects and logs in. Transient failures are tried again within the budget; `on_retry` hears of each.
    ///
    /// # Errors
    /// When the server cannot be reached, refuses the login, or the budget is over: exit code 69.
    pub async fn open(
        server: &Server,
        options: &ConnectOptions,
        on_retry: &mut (dyn FnMut(&Retry) + Send),
    ) -> Result<Self, ConnectError> {
        let (capture, heard) = super::capture::capture();
        let connection = connect::connect(server, options, &capture, on_retry).await?;
        let mut session = Self {
            connection: Some(connection),
            capture,
            heard,
            ending: Ending::None,
            database: server.database.clone(),
            cancel_timeout: options.cancel_timeout,
            lock_timeout: options.lock_timeout,
        };
        // What the server says at login is of no use to anybody: the database and the language are in use now.
        while session.heard.try_recv().is_ok() {}
        Ok(session)
    }

    /// Whether a batch can be sent. `false` after a lost connection, an unreadable reply or a request that
    /// was dropped half way.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.connection.is_some()
    }

    /// The database that was asked for at login.
    #[must_use]
    pub fn database(&self) -> Option<&str> {
        self.database.as_deref()
    }

    /// What the last batch did to the transaction that it was sent in, also when it failed.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Sends `sql` as one plain batch and reads the reply to its end. Result sets are read and dropped.
    ///
    /// `limit` is the time for the whole batch; after it the batch is cancelled on the server. `on_message`
    /// hears messages while the batch runs.
    ///
    /// # Errors
    /// When the server refuses a statement, the limit is over or the connection fails. See [`BatchError`].
    pub async fn batch(
        &mut self,
        sql: &str,
        limit: Option<Duration>,
        on_message: &mut (dyn FnMut(&Message) + Send),
    ) -> Result<BatchOutcome, BatchError> {
        let row_counts = self.run(sql, limit, on_message, &mut |_| {}).await?;
        Ok(BatchOutcome { row_counts })
    }

    /// The rows of the first result set.
    ///
    /// # Errors
    /// See [`Session::batch`].
    pub async fn query(&mut self, sql: &str) -> Result<Vec<Row>, BatchError> {
        Ok(self.query_sets(sql, None).await?.into_iter().next().unwrap_or_default())
    }

    /// The rows of every result set, within a time limit.
    ///
    /// # Errors
    /// See [`Session::batch`].
    pub async fn query_sets(&mut self, sql: &str, limit: Option<Duration>) -> Result<Vec<Vec<Row>>, BatchError> {
        let mut sets = Sets::default();
        self.run(sql, limit, &mut |_| {}, &mut |item| sets.take(item)).await?;
        Ok(sets.rows)
    }

    /// Whether a transaction is open and can be committed, and where the session is. [`RowError::NoRow`] when the
    /// server only pretends to execute (`SET NOEXEC ON`).
    ///
    /// # Errors
    /// See [`Session::batch`].
    pub async fn transaction_state(&mut self) -> Result<TransactionState, BatchError> {
        let lock = format!("CAST(APPLOCK_MODE(N'public', N'{RESOURCE}', 'Session') AS nvarchar(32)) AS lock_mode");
        let row = self.one_row(&format!("{TRANSACTION_STATE}, {lock}")).await?;
        Ok(TransactionState {
            depth: row.get("depth")?,
            state: row.get("state")?,
            database: row.get("db")?,
            holds_lock: row.get::<Option<String>>("lock_mode")?.is_some_and(|mode| mode == "Exclusive"),
        })
    }

    /// Server, database, engine and login of this session. From here on it waits for another session's lock
    /// as long as its options say.
    ///
    /// # Errors
    /// See [`Session::batch`].
    pub async fn facts(&mut self) -> Result<ServerFacts, BatchError> {
        let milliseconds = i32::try_from(self.lock_timeout.as_millis()).unwrap_or(i32::MAX);
        let row = self.one_row(&format!("SET LOCK_TIMEOUT {milliseconds}; {FACTS}")).await?;
        Ok(ServerFacts {
            server: row.get::<Option<String>>("server")?.unwrap_or_default(),
            database: row.get("db")?,
            engine_edition: row.get("edition")?,
            product_version: row.get("version")?,
            login: row.get::<Option<String>>("login")?.unwrap_or_default(),
            session_id: row.get("session_id")?,
        })
    }

    /// Ends the session in good order. Dropping it does the same, only less politely.
    pub async fn close(mut self) {
        if let Some(connection) = self.connection.take() {
            // The server ends the session either way.
            let _ = tokio::time::timeout(self.cancel_timeout, connection.close()).await;
        }
    }

    async fn one_row(&mut self, sql: &str) -> Result<Row, BatchError> {
        Ok(self.query(sql).await?.into_iter().next().ok_or(RowError::NoRow)?)
    }

    /// Sends one batch; gives the row counts.
    async fn run(
        &mut self,
        sql: &str,
        limit: Option<Duration>,
        on_message: &mut (dyn FnMut(&Message) + Send),
        on_item: &mut (dyn FnMut(QueryItem) + Send),
    ) -> Result<Vec<u64>, BatchError> {
        self.ending = Ending::None;
        let mut connection = self.connection.take().ok_or(BatchError::Closed)?;
        let mut said = Said::default();
        let work = drain(&mut connection, sql, on_item).with_subscriber(self.capture.clone());
        let ended = within(limit, listen(work, &mut self.heard, &mut said, on_message)).await;
        self.ending = said.ending;
        let Some(ended) = ended else {
            self.cancel(connection, &mut said, on_message).await;
            self.ending = said.ending;
            return Err(BatchError::Timeout { limit: limit.unwrap_or_default(), errors: said.errors });
        };
        match ended {
            Ok(()) => self.connection = Some(connection),
            Err(error) => {
                let error = failure(&error, said.errors);
                if leaves_connection(&error) {
                    self.connection = Some(connection);
                }
                return Err(error);
            }
        }
        Ok(said.row_counts)
    }

    /// Stops the running batch on the server. A connection that does not answer in time is dropped.
    async fn cancel(
        &mut self,
        mut connection: Connection,
        said: &mut Said,
        on_message: &mut (dyn FnMut(&Message) + Send),
    ) {
        let stop = async {
            let cancelled = connection.cancel_query().with_subscriber(self.capture.clone()).await;
            cancelled.map(|()| connection)
        };
        if let Ok(Ok(connection)) = tokio::time::timeout(self.cancel_timeout, stop).await {
            self.connection = Some(connection);
        }
        while let Ok(heard) = self.heard.try_recv() {
            said.take(heard, on_message);
        }
    }
}

/// Sends a batch and reads its reply to the end.
#[expect(clippy::disallowed_methods, reason = "this is the one place that sends")]
async fn drain(
    connection: &mut Connection,
    sql: &str,
    on_item: &mut (dyn FnMut(QueryItem) + Send),
) -> tiberius::Result<()> {
    let mut reply = connection.simple_query(sql).await?;
    while let Some(item) = reply.try_next().await? {
        on_item(item);
    }
    Ok(())
}

/// Runs the work, and passes on what is heard meanwhile.
async fn listen<T>(
    work: impl Future<Output = T>,
    heard: &mut UnboundedReceiver<Heard>,
    said: &mut Said,
    on_message: &mut (dyn FnMut(&Message) + Send),
) -> T {
    let mut work = pin!(work);
    loop {
        tokio::select! {
            biased;
            Some(heard) = heard.recv() => said.take(heard, on_message),
            result = &mut work => {
                while let Ok(heard) = heard.try_recv() {
                    said.take(heard, on_message);
                }
                return result;
            }
        }
    }
}

/// The work's result; `None` when the limit is over first.
async fn within<T>(limit: Option<Duration>, work: impl Future<Output = T>) -> Option<T> {
    match limit {
        None => Some(work.await),
        Some(limit) => tokio::time::timeout(limit, work).await.ok(),
    }
}

/// The driver's error, with the errors that were heard. The driver hands out the first one in full.
fn failure(error: &tiberius::error::Error, mut heard: Vec<ServerError>) -> BatchError {
    use tiberius::error::Error;
    match error {
        Error::Server(first) => {
            let others = if heard.is_empty() { heard } else { heard.split_off(1) };
            BatchError::Server { first: first.into(), others }
        }
        Error::Io { message, .. } => BatchError::ConnectionLost { detail: message.clone(), errors: heard },
        Error::Tls(message) => BatchError::ConnectionLost { detail: message.clone(), errors: heard },
        other => BatchError::Protocol { detail: other.to_string(), errors: heard },
    }
}

/// Whether the connection is in step with the server after this error.
fn leaves_connection(error: &BatchError) -> bool {
    matches!(error, BatchError::Server { first, .. } if !first.is_fatal())
}
