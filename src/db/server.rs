//! Opening sessions with one target, again where that is needed; the embedded engine is started here.

use std::sync::OnceLock;

use super::connect::{ConnectError, ConnectOptions, Retry};
use super::events::{Event, Events};
use super::session::{ServerFacts, Session};
use super::url::{Server, Target, UrlError};

/// Opens sessions. It keeps the embedded engine alive where that is the target.
pub struct Connector {
    server: Server,
    options: ConnectOptions,
    facts: OnceLock<ServerFacts>,
    #[cfg(feature = "sandbox")]
    _engine: Option<crate::sandbox::server::Server>,
}

/// Why a target cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The embedded engine did not start.
    #[error("the embedded engine did not start: {0}")]
    Sandbox(String),
    /// This binary was built without it.
    #[error("this ragsql was built without the embedded engine (the Cargo feature `sandbox`); give a server's URL")]
    NoSandbox,
    /// No database is named, or one of the server's own.
    #[error(transparent)]
    Database(#[from] UrlError),
}

impl Connector {
    /// For a server, nothing is done yet; the embedded engine is started.
    ///
    /// # Errors
    /// When the database is none of a user's, or the embedded engine cannot be started or is not built in.
    pub fn new(target: &Target, options: ConnectOptions) -> Result<Self, TargetError> {
        match target {
            Target::Server(server) => {
                server.user_database()?;
                Ok(Self::to(server, options))
            }
            Target::Sandbox(file) => Self::sandbox(file.as_deref(), options),
        }
    }

    fn to(server: &Server, options: ConnectOptions) -> Self {
        Self {
            server: server.clone(),
            options,
            facts: OnceLock::new(),
            #[cfg(feature = "sandbox")]
            _engine: None,
        }
    }

    #[cfg(feature = "sandbox")]
    fn sandbox(file: Option<&std::path::Path>, options: ConnectOptions) -> Result<Self, TargetError> {
        let engine = crate::sandbox::start(file, 0).map_err(|error| TargetError::Sandbox(error.to_string()))?;
        let server = Server::loopback(engine.port(), crate::sandbox::DATABASE);
        Ok(Self { server, options, facts: OnceLock::new(), _engine: Some(engine) })
    }

    #[cfg(not(feature = "sandbox"))]
    fn sandbox(_file: Option<&std::path::Path>, _options: ConnectOptions) -> Result<Self, TargetError> {
        Err(TargetError::NoSandbox)
    }

    /// Opens a session. Retries are told to `events`, and once, with the first session, who was reached.
    ///
    /// # Errors
    /// See [`Session::open`].
    pub async fn open(&self, events: &mut dyn Events) -> Result<Session, ConnectError> {
        let mut on_retry = |retry: &Retry| {
            events.event(&Event::Retry { reason: retry.reason.clone(), pause_ms: retry.pause.as_millis() as u64 });
        };
        let mut session = Session::open(&self.server, &self.options, &mut on_retry).await?;
        let facts = session.facts().await;
        let facts =
            facts.map_err(|error| ConnectError::Greeting { address: self.server.address(), error: Box::new(error) })?;
        if self.facts.set(facts.clone()).is_ok() {
            let ServerFacts { server, database, login, .. } = facts;
            events.event(&Event::Connected { server, database, login });
        }
        Ok(session)
    }

    /// Who was reached; `None` before the first session.
    #[must_use]
    pub fn facts(&self) -> Option<&ServerFacts> {
        self.facts.get()
    }
}
